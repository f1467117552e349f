import type { MailPoint, RenewalMailKind } from './renewal-mails.service';
import { type Circumstances, endOf, type RenewalFacts } from './renewal.rules';
import type { ActionReason, StopReason } from './renewal.states';

/** A mail that is sent again: its kind, and what it says. */
export type RepeatedMail = { readonly kind: RenewalMailKind } & MailPoint;

/** The kinds whose text names an amount. */
const OF_AMOUNT: readonly RenewalMailKind[] = [
  'renewal_announced',
  'renewal_open',
  'trial_ending',
  'payment_failed',
  'payment_action_needed',
];

/** Whether a mail would offer what cannot be bought now, for an amount that nobody knows. */
export const offersNothing = (
  { kind, total }: RepeatedMail,
  { price }: Pick<Circumstances, 'price'>,
): boolean => typeof price === 'string' && OF_AMOUNT.includes(kind) && (total ?? null) === null;

/**
 * The mail that a renewal in its state would send again, with the announced amount. Only for states with the control `mail`. Null: it
 * waits for another reason than a decline, such as a new card, of which no mail tells.
 */
export function repeatedMail(row: RenewalFacts, of: Circumstances): RepeatedMail | null {
  const { kind, state, automatic, chargeAt, nextAt, announcedTotal: total } = row;
  const day = endOf(of);
  const reason = row.reason as StopReason | ActionReason | null;
  switch (state) {
    case 'waiting':
      if (of.attempt?.state !== 'failed' || of.attempt.advice !== 'retry') return null;
      return { kind: 'payment_failed', day: nextAt ?? day };
    case 'action_needed':
      return { kind: 'payment_action_needed', day, ...(reason && { reason }) };
    case 'stopped':
      return { kind: 'auto_renewal_stopped', day, ...(reason && { reason }) };
    case 'given_up':
      return { kind: 'renewal_given_up', day };
    default:
      // A charge that waits, such as for a plan that is off sale, comes later than announced.
      if (automatic && chargeAt) return { kind: 'renewal_announced', day: nextAt ?? chargeAt, total };
      return { kind: kind === 'trial' ? 'trial_ending' : 'renewal_open', day };
  }
}
