import { Typography } from '@mui/material';
import type { ReactElement } from 'react';
import type { StaffRenewal } from '../api/generated';
import { Facts } from '../parts/facts';
import { State } from '../parts/fields';
import { when } from '../parts/zoned-time';
import { outcomeOf, wordOf } from '../texts';
import { CHANGE_CAUSES, RENEWAL_STATES } from './renewal-words';

function Heading({ children }: { children: string }): ReactElement {
  return (
    <Typography component="h3" variant="subtitle1" sx={{ mt: 2 }}>
      {children}
    </Typography>
  );
}

/** What happened to a renewal: its states, orders, charges and mails. */
export function RenewalHistory({ renewal }: { renewal: StaffRenewal }): ReactElement {
  return (
    <>
      <Heading>What happened</Heading>
      <Facts
        title="What happened"
        rows={renewal.changes}
        none="Nothing yet."
        columns={[
          { title: 'When', of: ({ at }) => when(at) },
          {
            title: 'State',
            of: ({ to }) => (
              <State value={to} words={RENEWAL_STATES[to as keyof typeof RENEWAL_STATES] ?? wordOf(to)} />
            ),
          },
          { title: 'Because of', of: ({ cause }) => CHANGE_CAUSES[cause] ?? wordOf(cause) },
        ]}
      />
      <Heading>Orders and charges</Heading>
      <Facts
        title="Orders"
        rows={renewal.orders}
        none="No order yet."
        columns={[
          { title: 'No.', of: ({ id }) => <a href={`#/orders/${id}/show`}>{id}</a> },
          { title: 'Plan', of: ({ plan_name }) => plan_name },
          { title: 'Total', of: ({ total, currency }) => `${total ?? '–'} ${currency ?? ''}` },
          { title: 'State', of: ({ state }) => <State value={state} /> },
          { title: 'Ordered', of: ({ created_at }) => when(created_at) },
        ]}
      />
      {renewal.payments.length > 0 && (
        <Facts
          title="Charges and payments"
          rows={renewal.payments}
          columns={[
            { title: 'When', of: ({ created_at }) => when(created_at) },
            { title: 'How', of: ({ automatic }) => (automatic ? 'Saved card' : 'By hand') },
            { title: 'Amount', of: ({ amount, currency }) => `${amount} ${currency}` },
            {
              title: 'State',
              of: ({ state, failure }) => <State value={state} words={outcomeOf(state, failure)} />,
            },
          ]}
        />
      )}
      <Heading>Mails</Heading>
      <Facts
        title="Mails"
        rows={renewal.mails}
        none="No mail yet."
        columns={[
          { title: 'When', of: ({ queued_at }) => when(queued_at) },
          { title: 'Mail', of: ({ kind }) => wordOf(kind) },
        ]}
      />
    </>
  );
}
