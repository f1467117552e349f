import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useRecordContext } from 'react-admin';
import { clubPath, may, reachOf } from '../api/clubs';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { CopyLink } from '../parts/copy-link';
import { Facts } from '../parts/facts';
import { State } from '../parts/fields';
import { when } from '../parts/zoned-time';
import { cardOf, outcomeOf, wordOf } from '../texts';
import type { DisputeOfOrder, PaymentOfOrder, PaymentsOfOrder, Refundable } from '../api/generated';

/** What a refund does to the membership, in the words of the dialog. */
const EFFECTS: Readonly<Record<string, string>> = {
  keep: 'It stays as it is',
  cancel: 'It ends now, and a parcel that was not sent is cancelled',
  cancel_queued: 'It does not begin, and a parcel that was not sent is cancelled',
  restore: 'The upgrade is undone, and the former membership goes on',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  succeeded:
    'The provider has taken the refund. The money is on its way to the card, and a mail tells the buyer.',
  pending: 'The provider works on the refund. The buyer gets a mail when it is done.',
  requested: 'The provider does not answer at the moment. The refund is stored, and is sent within minutes.',
  failed: 'The provider has refused the refund. Its reason is shown with the refund.',
};

/** How the order was paid, its refunds, and what became of them. */
export function OrderPayments(): ReactElement | null {
  const order = useRecordContext();
  const path = order ? clubPath(`orders/${order.id}/payments`) : '';
  const { data, error } = useQuery({
    queryKey: ['order-payments', path],
    queryFn: async () => (await send<PaymentsOfOrder>(path)).data,
    enabled: order !== undefined && may('payments.read'),
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!order || !data || (data.payments.length === 0 && data.payment_link === null)) return null;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Typography component="h2" variant="h6">
        Payments
      </Typography>
      {data.payment_link !== null && (
        <Box>
          <CopyLink label="Copy payment link" link={data.payment_link} />
        </Box>
      )}
      <Facts
        title="Payments"
        rows={data.payments}
        columns={[
          {
            title: 'State',
            of: ({ state, failure }) => <State value={state} words={outcomeOf(state, failure)} />,
          },
          { title: 'Amount', of: ({ amount, currency }) => `${amount} ${currency}` },
          { title: 'Refunded', of: ({ refunded }) => refunded },
          { title: 'Card', of: ({ card }) => (card ? cardOf(card) : '–') },
          { title: 'At', of: (payment) => placeOf(payment) },
          { title: 'Begun', of: ({ created_at }) => when(created_at) },
        ]}
      />
      {data.receipt_number !== null && <Typography>Receipt no. {data.receipt_number}</Typography>}
      {data.receipt_number !== null && may('orders.mail') && (
        <ActionButton
          label="Send the receipt again"
          path={`orders/${order.id}/receipt_mail`}
          explains="Mails the receipt to the present address of the buyer."
          done="The receipt is on its way."
        />
      )}
      {may('orders.refund') && <RefundButton order={Number(order.id)} refundable={data.refundable} />}
      {data.refunds.length > 0 && (
        <>
          <Typography component="h2" variant="h6">
            Refunds
          </Typography>
          <Facts
            title="Refunds"
            rows={data.refunds}
            columns={[
              {
                title: 'State',
                of: ({ state, failure }) => <State value={state} words={outcomeOf(state, failure)} />,
              },
              { title: 'Amount', of: ({ amount, currency }) => `${amount} ${currency}` },
              { title: 'Membership', of: ({ effect }) => EFFECTS[effect] ?? wordOf(effect) },
              { title: 'Reason', of: ({ reason, note }) => [reason, note].filter(Boolean).join('; ') || '–' },
              { title: 'By', of: ({ by }) => by ?? 'The service' },
              { title: 'Asked for', of: ({ created_at }) => when(created_at) },
            ]}
          />
        </>
      )}
      {data.disputes.length > 0 && (
        <>
          <Typography component="h2" variant="h6">
            Disputes
          </Typography>
          <Facts
            title="Disputes"
            rows={data.disputes}
            columns={[
              { title: 'State', of: ({ state }) => <State value={state} words={DISPUTES[state]} /> },
              { title: 'Amount', of: ({ amount, currency }) => `${amount} ${currency}` },
              { title: 'At the provider', of: ({ reference }) => reference },
              { title: 'Opened', of: ({ opened_at }) => when(opened_at) },
              { title: 'Decided', of: ({ decided_at }) => (decided_at ? when(decided_at) : '–') },
            ]}
          />
        </>
      )}
      <Typography component="h2" variant="h6">
        What happened
      </Typography>
      <Facts
        title="What happened"
        rows={data.transitions}
        none="Nothing yet."
        columns={[
          { title: 'When', of: ({ at }) => when(at) },
          { title: 'What', of: ({ subject, number }) => `${wordOf(subject)} no. ${number}` },
          { title: 'From', of: ({ from }) => wordOf(from) },
          { title: 'To', of: ({ to }) => wordOf(to) },
          { title: 'Because of', of: ({ cause }) => CAUSES[cause] ?? wordOf(cause) },
        ]}
      />
    </Box>
  );
}

const DISPUTES: Readonly<Record<DisputeOfOrder['state'], string>> = {
  open: 'Not decided: answer at the provider',
  won: 'Won: the fan club keeps the money',
  lost: 'Lost: the buyer has the money back',
};

const CAUSES: Readonly<Record<string, string>> = {
  place: 'The buyer ordered',
  return: 'The buyer came back',
  cancel: 'The buyer cancelled',
  supersede: 'A newer order',
  webhook: 'The provider said so',
  watch: 'The service asked the provider',
  command: 'An operator',
  staff: 'Somebody of the staff',
};

const placeOf = ({ provider_title, live, reference }: PaymentOfOrder): string =>
  [provider_title, live ? null : 'test', reference].filter(Boolean).join(', ');

/** Stays visible when nothing is left, so that the dialog can show the result of the last refund. */
function RefundButton({ order, refundable }: { order: number; refundable: Refundable | null }): ReactElement {
  const { most = '', left = '', currency = '', effects = [] } = refundable ?? {};
  const isLimited = reachOf('orders.refund') === 'limited' && most !== left;
  return (
    <Box>
      <ActionButton
        label="Refund"
        path={`orders/${order}/refunds`}
        once
        danger
        disabled={refundable === null}
        explains={
          `The money goes back to the card. You can refund up to ${most} ${currency} of this order` +
          (isLimited ? `; ${left} ${currency} are left, of which a manager can refund the rest.` : '.')
        }
        fields={[
          { name: 'amount', label: `Amount in ${currency}`, initial: most },
          {
            name: 'effect',
            label: 'The membership',
            // No default: staff must choose the effect.
            initial: '',
            choices: Object.fromEntries(effects.map((effect) => [effect, EFFECTS[effect] ?? effect])),
          },
          { name: 'reason', label: 'Reason', help: 'It is kept on record. The buyer does not see it.' },
        ]}
        done="The refund is made."
        shows={({ state }) => (
          <Alert severity={state === 'failed' ? 'error' : 'success'}>
            {OUTCOMES[state as string] ?? wordOf(state)}
          </Alert>
        )}
      />
      {refundable === null && (
        <Typography sx={{ mt: 1 }}>There is nothing, or nothing more, that you can refund.</Typography>
      )}
    </Box>
  );
}
