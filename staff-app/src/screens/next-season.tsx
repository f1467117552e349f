import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { type RaRecord, useGetList, useNotify, useRecordContext, useRedirect } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, clubZone } from '../api/clubs';
import { send } from '../api/http';
import { typed, useAction } from '../login/login-form';
import { clockTime, instantOf } from '../parts/zoned-time';
import { PublishPlans } from './publish-plans';
import { Forecast } from './renewal-forecast';

/** Opens the season after this one: its plans are copied as drafts, with new prices. */
export function NextSeason(): ReactElement | null {
  const [open, setOpen] = useState(false);
  const period = useRecordContext<RaRecord>();
  if (!mayUse('periods', 'edit') || !period) return null;
  return (
    <Stack sx={{ p: 2, width: { xs: '100%', md: 240 } }} spacing={1}>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Open the next season
      </Button>
      <Typography variant="body2" color="text.secondary">
        Copies the plans with packages, upgrades and benefits into a new period. Visitors see and buy nothing
        of it before you publish the plans there.
      </Typography>
      <PublishPlans period={period} />
      {open && <NextDialog period={period} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

/** A year after an instant, as a field for a time shows it; empty for none. */
function yearAfter(instant: unknown): string {
  const at = new Date(typeof instant === 'string' ? instant : NaN);
  if (Number.isNaN(at.getTime())) return '';
  at.setUTCFullYear(at.getUTCFullYear() + 1);
  return clockTime(at.toISOString(), clubZone());
}

/** On a phone the fields get the space between the columns. */
const CELL = { px: { xs: 0.5, sm: 2 } };

/** A phone has no room for it, and the new price begins with it. */
const PRICE_NOW = { display: { xs: 'none', sm: 'table-cell' } };

/** `Gold 2026` becomes `Gold 2027`, as the service names copies without a name of their own. */
const renamed = (plan: string, former: string, next: string): string =>
  next === '' ? plan : plan.replaceAll(former, next);

function NextDialog({ period, onClose }: { period: RaRecord; onClose: () => void }): ReactElement {
  const id = Number(period.id);
  const name = String(period.name);
  const notify = useNotify();
  const redirect = useRedirect();
  const { busy, fault, faults, run } = useAction();
  const [next, setNext] = useState('');
  const [opens, setOpens] = useState(yearAfter(period.starts_at));
  const [closes, setCloses] = useState(yearAfter(period.ends_at));
  const [stay, setStay] = useState(yearAfter(period.extended_until));
  const [prices, setPrices] = useState<Readonly<Record<number, string>>>({});
  const { data: plans = [] } = useGetList('plans', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
    filter: { sales_period: id, deleted: false },
  });
  /** The fault of a field of a plan, which stands at it. */
  const faultOf = (n: number, field: string): object => {
    const text = faults[`plans.${n}.${field}`];
    return text === undefined ? {} : { error: true, helperText: text };
  };
  /** The fault of a field of the period, or else what to know about it. */
  const helpOf = (field: string, help = ''): object => ({
    error: faults[field] !== undefined,
    helperText: faults[field] ?? help,
  });
  const { data: periods = [] } = useGetList('periods', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'starts_at', order: 'ASC' },
  });
  const [from, until] = [instantOf(opens, clubZone()), instantOf(closes, clubZone())];
  const same = periods.filter(
    ({ starts_at, ends_at }) =>
      from !== null &&
      until !== null &&
      Date.parse(starts_at) < Date.parse(until) &&
      Date.parse(ends_at) > Date.parse(from),
  );
  const priceOf = (plan: RaRecord): string => prices[Number(plan.id)] ?? String(plan.price);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const at = (field: string): string => instantOf(typed(form, field), clubZone()) ?? typed(form, field);
    void run(async () => {
      const body = {
        name: next,
        starts_at: at('starts_at'),
        ends_at: at('ends_at'),
        ...(typed(form, 'extended_until') !== '' && { extended_until: at('extended_until') }),
        plans: plans.map((plan) => {
          const title = typed(form, `title-${plan.id}`);
          return { id: plan.id, price: priceOf(plan), ...(title !== '' && { title }) };
        }),
      };
      const { data } = await send<RaRecord>(clubPath(`periods/${id}/next`), { method: 'POST', body });
      notify('The next season is there; its plans are drafts.', { type: 'success' });
      onClose();
      redirect('edit', 'periods', data.id);
    });
  };
  const day = (name: string): object => ({
    name,
    ...helpOf(name, `Time in ${clubZone().replaceAll('_', ' ')}`),
    slotProps: { inputLabel: { shrink: true } },
    type: 'datetime-local',
  });
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
            <TextField
              name="name"
              label="Name"
              required
              value={next}
              onChange={({ target }) => setNext(target.value)}
              {...helpOf('name')}
            />
            <Stack direction={{ sm: 'row' }} spacing={2}>
              <TextField
                label="Opens"
                required
                value={opens}
                onChange={({ target }) => setOpens(target.value)}
                {...day('starts_at')}
              />
              <TextField
                label="Closes"
                required
                value={closes}
                onChange={({ target }) => setCloses(target.value)}
                {...day('ends_at')}
              />
              <TextField
                label="Members stay until"
                value={stay}
                onChange={({ target }) => setStay(target.value)}
                {...day('extended_until')}
              />
            </Stack>
            {same.length > 0 && (
              <Alert severity="warning">
                {`There is a sales period in this time already: ${same.map((one) => String(one.name)).join(', ')}. If it is the next season, you need not open it again.`}
              </Alert>
            )}
            {!stay && plans.some(({ duration }) => duration === null) && (
              <Alert severity="warning">
                Plans without months end when the season closes. Without “Members stay until”, their members
                have left by the time they could renew, so nobody is renewed automatically.
              </Alert>
            )}
            {plans.length === 0 && (
              <Typography>This period has no plans yet, so the next one begins without any.</Typography>
            )}
            <Box
              hidden={plans.length === 0}
              sx={{ overflowX: 'auto' }}
              tabIndex={0}
              role="region"
              aria-label="Plans of the next season"
            >
              <Table size="small">
                <TableHead>
                  <TableRow>
                    <TableCell sx={CELL}>Plan now</TableCell>
                    <TableCell sx={PRICE_NOW}>Price now</TableCell>
                    <TableCell sx={CELL}>New name</TableCell>
                    <TableCell sx={CELL}>New price</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {plans.map((plan, n) => (
                    <TableRow key={plan.id}>
                      <TableCell sx={CELL}>{plan.name}</TableCell>
                      <TableCell sx={PRICE_NOW}>{plan.price}</TableCell>
                      <TableCell sx={{ ...CELL, minWidth: '7rem' }}>
                        <TextField
                          name={`title-${plan.id}`}
                          size="small"
                          placeholder={renamed(String(plan.name), name, next)}
                          slotProps={{ htmlInput: { 'aria-label': `New name of ${plan.name}` } }}
                          {...faultOf(n, 'title')}
                        />
                      </TableCell>
                      <TableCell sx={{ ...CELL, minWidth: '5rem' }}>
                        <TextField
                          name={`price-${plan.id}`}
                          size="small"
                          value={priceOf(plan)}
                          onChange={({ target }) =>
                            setPrices((all) => ({ ...all, [Number(plan.id)]: target.value }))
                          }
                          slotProps={{ htmlInput: { 'aria-label': `New price of ${plan.name}` } }}
                          required
                          {...faultOf(n, 'price')}
                        />
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </Box>
            {plans.length > 0 && (
              <Typography variant="body2" color="text.secondary">
                Members of a plan renew into its copy. An upgrade for the difference of two prices costs the
                difference of the new ones; other upgrades keep their prices.
              </Typography>
            )}
            <Forecast
              period={id}
              opens={instantOf(opens, clubZone())}
              prices={new Map(plans.map((plan) => [Number(plan.id), priceOf(plan)]))}
            />
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
