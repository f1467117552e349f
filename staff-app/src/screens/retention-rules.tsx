import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Paper,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type SubmitEvent, useId, useRef, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import { clubPath, currentClub, may } from '../api/clubs';
import type { RetentionAnswer } from '../api/generated';
import { send } from '../api/http';
import { typed, useAction } from '../login/login-form';
import { when } from '../parts/zoned-time';
import { TEXTS } from '../texts';

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
      {data && <Rules saved={data} onSaved={refetch} />}
      {data && <Operator {...data.operator} />}
    </Box>
  );
}

type Days = Readonly<Record<string, number | string | null>>;

/** Null: the service did not count, because it takes too long. */
const counted = (due: number | null): string =>
  due?.toLocaleString() ?? 'a number that takes too long to count';

/** The days that the form has; what is no number is sent as it was typed, so that the service names the fault. */
const daysOf = (form: HTMLFormElement, kinds: readonly Kind[]): Days =>
  Object.fromEntries(
    kinds.map(({ kind }) => {
      const text = typed(form, kind).trim();
      return [kind, text === '' ? null : /^\d+$/.test(text) ? Number(text) : text];
    }),
  );

function Rules({
  saved,
  onSaved,
}: {
  saved: RetentionAnswer;
  onSaved: () => Promise<unknown>;
}): ReactElement {
  const notify = useNotify();
  const { busy, fault, faults, run } = useAction();
  /** What a run would remove with the days that are typed. Null: with the saved ones. */
  const [tried, setTried] = useState<RetentionAnswer | null>(null);
  /** The days that are typed differ from these, if they were changed here. */
  const [former, setFormer] = useState(() =>
    Object.fromEntries(saved.kinds.map(({ kind, days }) => [kind, days])),
  );
  /** What is to be saved once it is confirmed, with what it would remove. */
  const [asked, setAsked] = useState<{ body: Days; removes: RetentionAnswer } | null>(null);
  /** Counts changes of the form, so that an answer about former days is dropped. */
  const changes = useRef(0);
  const mayWrite = may('retention.write');
  const shown = tried ?? saved;
  const preview = async (body: Days): Promise<RetentionAnswer | null> => {
    const before = changes.current;
    const { data } = await send<RetentionAnswer>(clubPath('retention/preview'), { method: 'POST', body });
    if (changes.current !== before) return null;
    setTried(data);
    return data;
  };
  const store = async (body: Days): Promise<void> => {
    await send(clubPath('retention'), { method: 'PATCH', body });
    setAsked(null);
    setFormer((days) => ({ ...days, ...body }) as typeof days);
    notify('Saved. The next run applies it.', { type: 'success' });
    await onSaved();
    setTried(null);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const days = daysOf(event.currentTarget, saved.kinds);
    // Only what was changed, so that what somebody else changes meanwhile stays.
    const body = Object.fromEntries(
      Object.entries(days).filter(([kind, typedDays]) => typedDays !== former[kind]),
    );
    void run(async () => {
      if (Object.values(body).every((typedDays) => typedDays === null)) return store(body);
      const removes = await preview(body);
      if (removes) setAsked({ body, removes });
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
        const { days, least_days, ran_at, removed, complete } = saved.kinds[index];
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
              onChange={() => {
                changes.current += 1;
                setTried(null);
              }}
              error={faults[kind] !== undefined}
              helperText={faults[kind] ?? `At least ${least_days}. Empty: kept.`}
              slotProps={{ htmlInput: { inputMode: 'numeric' }, inputLabel: { shrink: true } }}
              fullWidth
            />
            <Typography sx={{ mt: 1 }}>
              {`The next run ${tried ? 'would remove' : 'removes'} ${counted(due)}${tried ? ' with these days' : ''}.`}
              {ran_at !== null &&
                ` The last run, on ${when(ran_at)}, removed ${removed.toLocaleString()}.${complete ? '' : ' It did not end; the next one continues.'}`}
            </Typography>
          </Paper>
        );
      })}
      {mayWrite && (
        <Stack direction="row" spacing={2}>
          <Button
            disabled={busy}
            variant="outlined"
            onClick={({ currentTarget: { form } }) =>
              form && void run(async () => void (await preview(daysOf(form, saved.kinds))))
            }
          >
            Show what it would remove
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            Save
          </Button>
        </Stack>
      )}
      {asked && (
        <Confirmation
          removes={asked.removes.kinds.filter(({ kind }) => typeof asked.body[kind] === 'number')}
          busy={busy}
          onCancel={() => setAsked(null)}
          onConfirm={() => void run(() => store(asked.body))}
        />
      )}
    </form>
  );
}

/** Asks before days are saved that remove something. */
function Confirmation({
  removes,
  busy,
  onCancel,
  onConfirm,
}: {
  removes: readonly Kind[];
  busy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}): ReactElement {
  const title = useId();
  return (
    <Dialog open onClose={() => !busy && onCancel()} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>Remove this every night?</DialogTitle>
      <DialogContent>
        {removes.map(({ kind, days, due }) => (
          <Typography key={kind}>
            {`${WORDS[kind][0]}, after ${String(days)} days: ${counted(due)} now.`}
          </Typography>
        ))}
        <Typography sx={{ mt: 2 }}>What is removed cannot be brought back.</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {TEXTS.login.cancel}
        </Button>
        <Button onClick={onConfirm} disabled={busy} variant="contained" color="error">
          Save and remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Operator(operator: RetentionAnswer['operator']): ReactElement {
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
      {`The operator of the service keeps security events for ${operator.security_events_months} months, the record of changes for ${operator.record_of_changes_months} months, and the record of partners’ searches for ${operator.search_audit_days} days.`}
    </Typography>
  );
}
