import { Button, Stack, Table, TableBody, TableCell, TableHead, TableRow, TextField } from '@mui/material';
import { Alert, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import {
  DataTable,
  DateField,
  required,
  TextInput,
  useGetList,
  useNotify,
  useRecordContext,
  useRefresh,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { typed, useAction } from '../login/login-form';
import { StaffCreate, StaffEdit } from '../parts/form';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';

export function PeriodList(): ReactElement {
  return (
    <StaffList creates sort={{ field: 'starts_at', order: 'DESC' }}>
      <DataTable.Col source="name" />
      <DataTable.Col source="starts_at">
        <DateField source="starts_at" showTime />
      </DataTable.Col>
      <DataTable.Col source="ends_at">
        <DateField source="ends_at" showTime />
      </DataTable.Col>
      <DataTable.Col source="extended_until" disableSort>
        <DateField source="extended_until" showTime />
      </DataTable.Col>
    </StaffList>
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
    <Stack sx={{ p: 2, width: 240 }} spacing={1}>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Open the next season
      </Button>
      <Typography variant="body2" color="text.secondary">
        Copies the plans with packages, upgrades and benefits into a new period. Nothing is on sale before you
        say so.
      </Typography>
      {open && (
        <NextDialog id={Number(period.id)} name={String(period.name)} onClose={() => setOpen(false)} />
      )}
    </Stack>
  );
}

function NextDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }): ReactElement {
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, run } = useAction();
  const { data = [] } = useGetList('plans', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
  });
  const plans = data.filter(({ sales_period }) => sales_period === id);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const at = (field: string): string => new Date(typed(form, field)).toISOString();
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
    slotProps: { inputLabel: { shrink: true } },
    type: 'datetime-local',
    required: true,
  } as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby="next-title" fullWidth maxWidth="md">
      <form onSubmit={submit}>
        <DialogTitle id="next-title">Next season after {name}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {fault !== null && <Alert severity="error">{fault}</Alert>}
            <TextField name="name" label="Name" required />
            <Stack direction={{ sm: 'row' }} spacing={2}>
              <TextField name="starts_at" label="Opens" {...day} />
              <TextField name="ends_at" label="Closes" {...day} />
            </Stack>
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
