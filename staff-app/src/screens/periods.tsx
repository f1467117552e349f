import {
  Box,
  Button,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material';
import { Alert, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import {
  DataTable,
  type RaRecord,
  required,
  TextInput,
  useGetList,
  useNotify,
  useRecordContext,
  useRefresh,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, clubZone } from '../api/clubs';
import { send } from '../api/http';
import { typed, useAction } from '../login/login-form';
import { WhenField } from '../parts/fields';
import { StaffCreate, StaffEdit } from '../parts/form';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { TimeLine } from '../parts/time-line';
import { clockTime, instantOf } from '../parts/zoned-time';

export function PeriodList(): ReactElement {
  return (
    <>
      <TimeLine />
      <StaffList creates sort={{ field: 'starts_at', order: 'DESC' }}>
        <DataTable.Col source="name" />
        <DataTable.Col source="starts_at">
          <WhenField source="starts_at" />
        </DataTable.Col>
        <DataTable.Col source="ends_at">
          <WhenField source="ends_at" />
        </DataTable.Col>
        <DataTable.Col source="extended_until" disableSort>
          <WhenField source="extended_until" />
        </DataTable.Col>
      </StaffList>
    </>
  );
}

/** What staff should know of the period, such as that its extension is too short. */
function Notes(): ReactElement {
  const notes = (useRecordContext()?.notes ?? []) as readonly string[];
  return (
    <>
      {notes.map((note) => (
        <Alert key={note} severity="warning" sx={{ mb: 2, width: '100%' }}>
          {note}
        </Alert>
      ))}
    </>
  );
}

function PeriodFields(): ReactElement {
  return (
    <>
      <TextInput source="name" validate={required()} helperText="As people call the season: 2027." />
      <InstantInput source="starts_at" validate={required()} />
      <InstantInput source="ends_at" validate={required()} />
      <InstantInput
        source="extended_until"
        helperText="Memberships of this period stay valid until then; they count as lapsed."
      />
    </>
  );
}

export function PeriodCreate(): ReactElement {
  return (
    <StaffCreate>
      <PeriodFields />
    </StaffCreate>
  );
}

export function PeriodEdit(): ReactElement {
  return (
    <StaffEdit aside={<Next />}>
      <Notes />
      <PeriodFields />
    </StaffEdit>
  );
}

/** Opens the season after this one: its plans are copied as drafts, with new prices. */
function Next(): ReactElement | null {
  const [open, setOpen] = useState(false);
  const period = useRecordContext();
  if (!mayUse('periods', 'edit') || !period) return null;
  return (
    <Stack sx={{ p: 2, width: { xs: '100%', md: 240 } }} spacing={1}>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Open the next season
      </Button>
      <Typography variant="body2" color="text.secondary">
        Copies the plans with packages, upgrades and benefits into a new period. Visitors see and buy nothing
        of it before you switch both on.
      </Typography>
      {open && <NextDialog period={period} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

/** A year after an instant, as a field for a time shows it. */
function yearAfter(instant: unknown): string {
  const at = new Date(instant as string);
  if (Number.isNaN(at.getTime())) return '';
  at.setUTCFullYear(at.getUTCFullYear() + 1);
  return clockTime(at.toISOString(), clubZone());
}

function NextDialog({ period, onClose }: { period: RaRecord; onClose: () => void }): ReactElement {
  const id = Number(period.id);
  const name = String(period.name);
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, run } = useAction();
  const { data: plans = [] } = useGetList('plans', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
    filter: { sales_period: id },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const at = (field: string): string => instantOf(typed(form, field), clubZone()) ?? typed(form, field);
    void run(async () => {
      const body = {
        name: typed(form, 'name'),
        starts_at: at('starts_at'),
        ends_at: at('ends_at'),
        plans: plans.map((plan) => ({
          id: plan.id,
          price: typed(form, `price-${plan.id}`),
          title: typed(form, `title-${plan.id}`),
        })),
      };
      await send(clubPath(`periods/${id}/next`), { method: 'POST', body });
      notify('The next season is there; its plans are drafts.', { type: 'success' });
      refresh();
      onClose();
    });
  };
  const day = {
    helperText: `Time in ${clubZone().replaceAll('_', ' ')}`,
    slotProps: { inputLabel: { shrink: true } },
    type: 'datetime-local',
    required: true,
  } as const;
  return (
    <Dialog
      open
      onClose={(_, reason) => reason !== 'backdropClick' && onClose()}
      aria-labelledby="next-title"
      fullWidth
      maxWidth="md"
    >
      <form onSubmit={submit}>
        <DialogTitle id="next-title">Next season after {name}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {fault !== null && <Alert severity="error">{fault}</Alert>}
            <TextField name="name" label="Name" required />
            <Stack direction={{ sm: 'row' }} spacing={2}>
              <TextField name="starts_at" label="Opens" defaultValue={yearAfter(period.starts_at)} {...day} />
              <TextField name="ends_at" label="Closes" defaultValue={yearAfter(period.ends_at)} {...day} />
            </Stack>
            {plans.length === 0 && (
              <Typography>This period has no plans yet, so the next one begins without any.</Typography>
            )}
            <Box sx={{ overflowX: 'auto' }}>
              <Table size="small" aria-label="Plans of the next season">
                <TableHead>
                  <TableRow>
                    <TableCell>Plan now</TableCell>
                    <TableCell>Price now</TableCell>
                    <TableCell>New name</TableCell>
                    <TableCell>New price</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {plans.map((plan) => (
                    <TableRow key={plan.id}>
                      <TableCell>{plan.name}</TableCell>
                      <TableCell>{plan.price}</TableCell>
                      <TableCell>
                        <PlanCell
                          name={`title-${plan.id}`}
                          label={`New name of ${plan.name}`}
                          initial={`${plan.name}`}
                        />
                      </TableCell>
                      <TableCell>
                        <PlanCell
                          name={`price-${plan.id}`}
                          label={`New price of ${plan.name}`}
                          initial={plan.price}
                        />
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </Box>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={busy}>
            Create as drafts
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function PlanCell({ name, label, initial }: { name: string; label: string; initial: string }): ReactElement {
  return (
    <TextField
      name={name}
      size="small"
      defaultValue={initial}
      slotProps={{ htmlInput: { 'aria-label': label } }}
      required
    />
  );
}
