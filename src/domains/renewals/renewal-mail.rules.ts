import type { MailPoint, RenewalMailKind } from './renewal-mails.service';
import { type Circumstances, endOf, type RenewalFacts } from './renewal.rules';
import type { ActionReason, StopReason } from './renewal.states';

/** A mail that is sent again: its kind, and what it says. */
export type RepeatedMail = { readonly kind: RenewalMailKind } & MailPoint;

type Row = RenewalFacts & { readonly orderId: number | null };

/** The mail that a renewal in its state would send again, with the announced amount. Only for states with the control `mail`. */
export function repeatedMail(row: Row, of: Circumstances): RepeatedMail {
  const { kind, state, automatic, chargeAt, nextAt, orderId: order, announcedTotal: total } = row;
  const day = endOf(of);
  const reason = row.reason as StopReason | ActionReason | null;
  switch (state) {
    case 'waiting':
      return { kind: 'payment_failed', day: nextAt ?? day, order };
    case 'action_needed':
      return { kind: 'payment_action_needed', day, order, ...(reason && { reason }) };
    case 'stopped':
      return { kind: 'auto_renewal_stopped', day, order: null, ...(reason && { reason }) };
    case 'given_up':
      return { kind: 'renewal_given_up', day, order };
    default:
      if (automatic && chargeAt) return { kind: 'renewal_announced', day: chargeAt, order: null, total };
      return { kind: kind === 'trial' ? 'trial_ending' : 'renewal_open', day, order: null };
  }
}
