import { Alert, Box, Button, Paper, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import { clubPath, currentClub, may } from '../api/clubs';
import type { RetentionAnswer } from '../api/generated';
import { send } from '../api/http';
import { typed, useAction } from '../login/login-form';
import { when } from '../parts/zoned-time';

type Kind = RetentionAnswer['kinds'][number];

const WORDS: Readonly<Record<Kind['kind'], readonly [title: string, rule: string]>> = {
  unconfirmed_accounts: [
    'Accounts that were never confirmed',
    'Erased after this time without a change, a log-in or a new link, if they have no order and no membership.',
  ],
  expired_members: [
    'Members without a membership and without orders',
    'Erased after this time without a membership, a log-in or a change. Who has an order stays, for the books.',
  ],
  contacts: [
    'Contacts who are no members',
    'Deleted this time after they signed up or confirmed their address.',
  ],
  closed_orders: [
    'Orders that were closed unpaid',
    'Deleted this time after they were closed, if no money ever came for them.',
  ],
  billing_addresses: [
    'Billing addresses of orders',
    'Removed this time after the order. The order stays, with its amounts and its receipt.',
  ],
};

/** How long the fan club keeps what nobody uses any more. */
export function RetentionPage(): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['retention', currentClub()?.id],
    queryFn: async () => (await send<RetentionAnswer>(clubPath('retention'))).data,
    gcTime: 0,
  });
  return (
    <Box sx={{ my: 2, maxWidth: 760 }}>
      <Title title="Retention" />
      <Typography sx={{ mb: 2 }}>
        What nobody uses any more is removed every night, after the days that you set here. What was removed
        cannot be brought back. Empty: it is kept.
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      {/* Other days that were saved begin a new form. */}
      {data && <Rules key={JSON.stringify(data)} saved={data} onSaved={() => void refetch()} />}
      {data && <Operator {...data.operator} />}
    </Box>
  );
}

/** The days that the form has; what is no number is sent as it was typed, so that the service names the fault. */
const daysOf = (form: HTMLFormElement, kinds: readonly Kind[]): Record<string, number | string | null> =>
  Object.fromEntries(
    kinds.map(({ kind }) => {
      const text = typed(form, kind).trim();
      return [kind, text === '' ? null : /^\d+$/.test(text) ? Number(text) : text];
    }),
  );

function Rules({ saved, onSaved }: { saved: RetentionAnswer; onSaved: () => void }): ReactElement {
  const notify = useNotify();
  const { busy, fault, faults, run } = useAction();
  /** What a run would remove with the days that are typed. Null: with the saved ones. */
  const [tried, setTried] = useState<RetentionAnswer | null>(null);
  const mayWrite = may('retention.write');
  const shown = tried ?? saved;
  const preview = (form: HTMLFormElement): void =>
    void run(async () => {
      const body = daysOf(form, saved.kinds);
      setTried((await send<RetentionAnswer>(clubPath('retention/preview'), { method: 'POST', body })).data);
    });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typedDays = daysOf(event.currentTarget, saved.kinds);
    // Only what was changed, so that what somebody else changes meanwhile stays.
    const changed = saved.kinds.filter(({ kind, days }) => typedDays[kind] !== days);
    const body = Object.fromEntries(changed.map(({ kind }) => [kind, typedDays[kind]]));
    void run(async () => {
      await send(clubPath('retention'), { method: 'PATCH', body });
      notify('Saved. The next run applies it.', { type: 'success' });
      onSaved();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      {fault !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {fault}
        </Alert>
      )}
      {shown.kinds.map(({ kind, due }, index) => {
        const { days, least_days, ran_at, removed } = saved.kinds[index];
        const [title, rule] = WORDS[kind];
        return (
          <Paper key={kind} variant="outlined" sx={{ p: 2, mb: 2 }}>
            <Typography component="h2" variant="h6">
              {title}
            </Typography>
            <Typography sx={{ mb: 2 }}>{rule}</Typography>
            <TextField
              name={kind}
              label={`Days: ${title.toLowerCase()}`}
              defaultValue={days ?? ''}
              disabled={!mayWrite}
              onChange={() => setTried(null)}
              error={faults[kind] !== undefined}
              helperText={faults[kind] ?? `At least ${least_days}. Empty: kept.`}
              slotProps={{ htmlInput: { inputMode: 'numeric' }, inputLabel: { shrink: true } }}
              fullWidth
            />
            <Typography sx={{ mt: 1 }}>
              {`The next run ${tried ? 'would remove' : 'removes'} ${due.toLocaleString()}${tried ? ' with these days' : ''}.`}
              {ran_at !== null && ` The last run, on ${when(ran_at)}, removed ${removed.toLocaleString()}.`}
            </Typography>
          </Paper>
        );
      })}
      {mayWrite && (
        <Stack direction="row" spacing={2}>
          <Button
            disabled={busy}
            variant="outlined"
            onClick={({ currentTarget }) => currentTarget.form && preview(currentTarget.form)}
          >
            Show what it would remove
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            Save
          </Button>
        </Stack>
      )}
    </form>
  );
}

function Operator(months: RetentionAnswer['operator']): ReactElement {
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
      {`The operator of the service keeps security events for ${months.security_events_months} months, the record of changes for ${months.record_of_changes_months} months, and the record of partners’ searches for ${months.search_audit_days} days.`}
    </Typography>
  );
}
