import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import { Bookings } from './bookings';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';
import type { PaymentProblem, PaymentsOfClub } from '../api/generated';

/** What each kind of problem is called, and what to do about it. */
const PROBLEMS: Readonly<Record<string, readonly [what: string, help: string]>> = {
  other_amount: [
    'Another amount was paid',
    'Compare the order with the payment at the provider, and refund it there or tell the operator.',
  ],
  waits: [
    'A payment waits',
    'The service asks the provider every few minutes. If it goes on, look at the payment there.',
  ],
  refund_waits: [
    'A refund waits',
    'The service sends it again every two minutes. If it goes on, tell the operator.',
  ],
  disputed: [
    'A buyer disputes a payment',
    'Answer at the provider before its deadline. The membership stays until the dispute is decided.',
  ],
  refund_failed: ['A refund failed', 'Refund the order again, or pay the buyer in another way.'],
  event_fails: ['An event of the provider was not processed', 'Tell the operator of the service.'],
  account_refuses: [
    'The provider refuses the account',
    'Tell the operator: the key or the account needs repair.',
  ],
  stray: [
    'Payment without an order',
    'Look at the provider whose it is, and give it back there if it is not yours.',
  ],
  customer_stays: [
    'An erased member is still at the provider',
    'Delete the customer there, or tell the operator that the account cannot be reached. The service tries again every day.',
  ],
};

/** What can be marked as dealt with, by the kind of problem: its part of the path. */
const RESOLVABLE: Readonly<Record<string, string>> = {
  stray: 'strays',
  refund_failed: 'refunds',
  other_amount: 'orders',
  waits: 'orders',
};

/** The payments of the fan club: what needs attention, the accounts, and how many there are. */
export function PaymentsPage(): ReactElement {
  const path = clubPath('payments');
  const { data, error } = useQuery({
    queryKey: ['payments', path],
    queryFn: async () => (await send<PaymentsOfClub>(path)).data,
    enabled: may('payments.read'),
  });
  return (
    <Box sx={{ my: 2, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Title title="Payments" />
      {error && <Alert severity="error">{error.message}</Alert>}
      {data && (
        <>
          <Typography component="h2" variant="h6">
            Needs attention
          </Typography>
          <Facts
            title="Needs attention"
            rows={data.problems}
            none="Nothing needs your attention."
            columns={[
              { title: 'What', of: ({ kind }) => PROBLEMS[kind]?.[0] ?? wordOf(kind) },
              { title: 'Which', of: (problem) => <Which {...problem} /> },
              { title: 'Since', of: ({ since }) => when(since) },
              { title: 'Code', of: ({ code }) => code },
              { title: 'What to do', of: ({ kind }) => PROBLEMS[kind]?.[1] ?? '' },
              { title: 'Change', of: (problem) => <Resolve {...problem} /> },
            ]}
          />
          <Typography component="h2" variant="h6">
            Accounts
          </Typography>
          <Facts
            title="Accounts"
            rows={data.accounts}
            none="This fan club takes no payments yet. The operator of the service connects an account."
            columns={[
              { title: 'Provider', of: ({ provider_title }) => provider_title },
              { title: 'Account', of: ({ ref }) => ref },
              { title: 'Mode', of: ({ live }) => (live ? 'Live' : 'Test: no money moves') },
              { title: 'State', of: ({ enabled }) => (enabled ? 'Takes payments' : 'Former') },
              {
                title: 'Last event',
                of: ({ last_event_at }) => (last_event_at ? when(last_event_at) : 'None'),
              },
            ]}
          />
          <Typography component="h2" variant="h6">
            Payments by state
          </Typography>
          <Facts
            title="Payments by state"
            rows={Object.entries(data.payments)}
            none="None yet."
            columns={[
              { title: 'State', of: ([state]) => wordOf(state) },
              { title: 'Number', of: ([, count]) => count.toLocaleString() },
            ]}
          />
        </>
      )}
      {may('bookings.read') && <Bookings />}
    </Box>
  );
}

function Which({ kind, ref: id, order_id: order }: PaymentProblem): ReactElement {
  if (kind === 'account_refuses') return <>Account {id}</>;
  if (order === null || !mayUse('orders', 'show')) return <>No. {id}</>;
  const text = kind.startsWith('refund') ? `Refund no. ${id} of order no. ${order}` : `Order no. ${order}`;
  return (
    <Box component={Link} to={`/orders/${order}/show`} sx={{ color: 'primary.main' }}>
      {text}
    </Box>
  );
}

function Resolve({ kind, ref: id }: PaymentProblem): ReactElement | null {
  const part = RESOLVABLE[kind];
  if (part === undefined || !may('payments.write')) return null;
  return (
    <ActionButton
      label="Mark as done"
      path={`payments/${part}/${id}/resolve`}
      explains={
        part === 'orders'
          ? 'The payment counts as failed, and its order is closed. This moves no money.'
          : 'It is not listed any more. This moves no money.'
      }
      fields={[{ name: 'note', label: 'What was done', help: 'It is kept on record.' }]}
      done="It is marked as done."
    />
  );
}
