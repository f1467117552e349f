import { isZero } from '#libs/format';
import { compare } from '#libs/money';
import type { RenewalDays } from '#platform/tenants';
import type { Advice } from '#domains/payment-providers';
import type { PaymentState } from '#domains/payments/payment.entity';
import type { RenewalKind, RenewalState } from './renewal.entity';
import { chargeAfter, MOST_TRIES, reminderAfter, triesOf } from './renewal.schedule';
import {
  type ActionReason,
  endsByCancelling,
  isOfCard,
  isResumable,
  type StopReason,
} from './renewal.states';

/** The row of a renewal, as far as decisions depend on it. */
export interface RenewalFacts {
  readonly kind: RenewalKind;
  readonly state: RenewalState;
  readonly automatic: boolean;
  readonly nextAt: Date | null;
  readonly planId: number | null;
  readonly chargeAt: Date | null;
  readonly tries: number;
  readonly triedAt: Date | null;
  readonly announcedTotal: string | null;
  readonly country: string | null;
  readonly reason: string | null;
}

/** A charge of the saved card. */
export interface Attempt {
  readonly state: PaymentState;
  readonly advice: Advice | null;
  readonly failure: string | null;
}

/** What is known of the membership, its member and the order at the time of a decision. */
export interface Circumstances {
  readonly end: Date;
  /** The extension of its sales period. Null: none. */
  readonly extendedUntil: Date | null;
  /** Whether it is the present membership. False: it ended, was cancelled, or another one took its place. */
  readonly isPresent: boolean;
  /** Of one that is not present: whether it was cancelled before its end, or another membership took its place. */
  readonly isCancelled: boolean;
  /** Whether an order that renews it is paid. */
  readonly isRenewed: boolean;
  /** Whether another membership of the member begins later, such as one of a gift code. */
  readonly hasNext: boolean;
  /** Whether the member lets the fan club renew automatically. */
  readonly wantsAutomatic: boolean;
  /** When the member agreed to charges of the saved card. Null: there is no card that can be charged. */
  readonly cardSince: Date | null;
  readonly country: string | null;
  readonly isDisputed: boolean;
  /** What the next charge takes: the total of the open order, else of a quote. A text: why nothing can be bought. */
  readonly price: { readonly total: string } | StopReason;
  /** The plan that follows now. Null: none can be bought. */
  readonly target: number | null;
  /** When the sales period of that plan ends. Null: it has none. */
  readonly soldUntil: Date | null;
  /** The state of the renewal's order. Null: not placed, or closed because the member or staff began something else. */
  readonly order: 'open' | 'cancelled' | null;
  /** The last charge for the order. Null: none. */
  readonly attempt: Attempt | null;
  /** Whether the member is at the checkout: another order is open, or a payment page of this one. */
  readonly isBuying: boolean;
  /** The fan club's settings. */
  readonly days: RenewalDays;
}

/** What is done with a renewal. `wait` keeps its state; `nextAt` is when it is looked at again, null: after a change only. */
export type Decision =
  | { readonly act: 'wait'; readonly nextAt: Date | null }
  | { readonly act: 'done' }
  | { readonly act: 'announce'; readonly chargeAt: Date }
  | { readonly act: 'invite'; readonly nextAt: Date | null }
  | { readonly act: 'remind'; readonly nextAt: Date | null }
  | { readonly act: 'charge' }
  | { readonly act: 'repeat'; readonly nextAt: Date; readonly isDeclined: boolean }
  | { readonly act: 'ask'; readonly reason: ActionReason }
  | { readonly act: 'stop'; readonly reason: StopReason }
  | { readonly act: 'resume' }
  /** `isMissed`: the member is not renewed and learns so. False: the member has another membership, or the money was returned. */
  | { readonly act: 'give_up'; readonly isMissed: boolean };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** Decides what follows. Applying the decision and deciding again ends at `wait` or `charge`. */
export function decide(renewal: RenewalFacts, of: Circumstances, now: Date): Decision {
  const { state } = renewal;
  if (of.isRenewed) return state === 'done' ? { act: 'wait', nextAt: null } : { act: 'done' };
  if (state === 'done' || state === 'given_up') return { act: 'wait', nextAt: null };
  if (state === 'charging') return afterCharge(renewal, of, now);
  if (!of.isPresent)
    return of.isCancelled && state !== 'stopped'
      ? { act: 'stop', reason: 'cancelled' }
      : { act: 'give_up', isMissed: state !== 'stopped' };
  if (state === 'stopped') return whenStopped(renewal, of, now);
  if (of.hasNext) return { act: 'stop', reason: 'continued' };
  if (state === 'planned') return whenPlanned(renewal, of, now);
  if (!renewal.automatic) return byHand(renewal, of, now);
  if (!of.wantsAutomatic) return { act: 'stop', reason: stopReason(renewal, of) };
  if (of.order === 'cancelled' && endsByCancelling(renewal)) return { act: 'stop', reason: 'opted_out' };
  if (state === 'action_needed') return whenAsked(renewal, of, now);
  if (renewal.nextAt !== null && now < renewal.nextAt) return { act: 'wait', nextAt: renewal.nextAt };
  return whenDue(renewal, of, now);
}

/** When the membership ends, with its extension. */
export const endOf = ({ end, extendedUntil }: Pick<Circumstances, 'end' | 'extendedUntil'>): Date =>
  extendedUntil !== null && extendedUntil > end ? extendedUntil : end;

/**
 * When a charge that is announced now is made, while the membership lasts and the plan is sold. Null: the member renews by hand, or
 * there is no time for a notice.
 */
function announceable(of: Circumstances, now: Date): Date | null {
  const { soldUntil, cardSince, price, days } = of;
  if (typeof price === 'string' || isZero(price.total) || !of.wantsAutomatic || cardSince === null)
    return null;
  const chargeAt = chargeAfter(now, endOf(of), days);
  if (soldUntil === null || chargeAt === null || chargeAt < soldUntil) return chargeAt;
  return chargeAfter(now, soldUntil, days);
}

/** Whether a charge would be of the announced plan, at no higher price than announced. */
export function isAsAnnounced({ planId, announcedTotal }: RenewalFacts, of: Circumstances): boolean {
  if (announcedTotal === null || typeof of.price === 'string') return false;
  return (of.order === 'open' || of.target === planId) && compare(of.price.total, announcedTotal) <= 0;
}

function whenPlanned({ kind }: RenewalFacts, of: Circumstances, now: Date): Decision {
  if (typeof of.price === 'string') {
    // The plans of the next season may not be complete yet.
    if (kind === 'season') return { act: 'wait', nextAt: later(now, DAY) };
    return { act: 'stop', reason: of.price };
  }
  const chargeAt = announceable(of, now);
  if (chargeAt) return { act: 'announce', chargeAt };
  if (kind !== 'term') return { act: 'invite', nextAt: reminderAfter(kind, of, now) ?? endOf(of) };
  if (!of.wantsAutomatic) return { act: 'stop', reason: 'opted_out' };
  if (isZero(of.price.total)) return { act: 'stop', reason: 'free' };
  return { act: 'ask', reason: of.cardSince === null ? 'no_card' : 'late' };
}

/** A member who was invited to renew by hand, and may turn automatic renewal on. */
function byHand(renewal: RenewalFacts, of: Circumstances, now: Date): Decision {
  const chargeAt = announceable(of, now);
  return chargeAt ? { act: 'announce', chargeAt } : reminded(renewal, of, now);
}

function reminded({ kind, nextAt }: RenewalFacts, of: Circumstances, now: Date): Decision {
  const following = reminderAfter(kind, of, now) ?? endOf(of);
  return nextAt !== null && nextAt <= now && typeof of.price !== 'string'
    ? { act: 'remind', nextAt: following }
    : { act: 'wait', nextAt: following };
}

export function whenStopped(renewal: RenewalFacts, of: Circumstances, now: Date): Decision {
  if (of.hasNext) return { act: 'wait', nextAt: endOf(of) };
  const canAnnounce = isResumable(renewal.reason) && cardRefusal(renewal, of) === null;
  const chargeAt = canAnnounce ? announceable(of, now) : null;
  if (!chargeAt) return reminded(renewal, of, now);
  return isStillAnnounced(renewal, of, now) ? { act: 'resume' } : { act: 'announce', chargeAt };
}

/** Whether the day that was announced is still to come, with the plan and a price that were announced. */
function isStillAnnounced(renewal: RenewalFacts, of: Circumstances, now: Date): boolean {
  const { chargeAt } = renewal;
  return chargeAt !== null && chargeAt > now && chargeAt < endOf(of) && isAsAnnounced(renewal, of);
}

/** Why the saved card cannot be announced again. `tried`: all tries were made. `declined`: its bank refused it for good. Null: it can. */
export function cardRefusal(
  { tries, triedAt }: Pick<RenewalFacts, 'tries' | 'triedAt'>,
  { attempt, cardSince }: Circumstances,
): 'tried' | 'declined' | null {
  if (tries >= MOST_TRIES) return 'tried';
  const isNewer = cardSince !== null && triedAt !== null && cardSince > triedAt;
  return attempt?.state === 'failed' && attempt.advice !== 'retry' && !isNewer ? 'declined' : null;
}

/** Whether another card that the member saves is charged at once, if the renewal waits for the member for this reason. */
export const chargesNewCard = (renewal: RenewalFacts, of: Circumstances): boolean =>
  isOfCard(renewal.reason) && renewal.tries < MOST_TRIES && isAsAnnounced(renewal, of);

function whenAsked(renewal: RenewalFacts, of: Circumstances, now: Date): Decision {
  const { reason, triedAt } = renewal;
  const { cardSince } = of;
  const isNewCard = cardSince !== null && (reason === 'no_card' || (triedAt !== null && cardSince > triedAt));
  if (isNewCard && chargesNewCard(renewal, of) && !of.isBuying)
    return { act: 'repeat', nextAt: now, isDeclined: false };
  return { act: 'wait', nextAt: endOf(of) };
}

/** The announced day has come, or a try is due. */
function whenDue(renewal: RenewalFacts, of: Circumstances, now: Date): Decision {
  const { price } = of;
  if (typeof price === 'string') {
    // A plan may be off sale, or an account disconnected, for some hours. It is waited as long as a declined charge is tried.
    const lastTry = triesOf(renewal.chargeAt!, endOf(of), of.days).at(-1);
    const next = later(now, DAY);
    if (price !== 'cap' && lastTry && next < lastTry) return { act: 'wait', nextAt: next };
    return { act: 'stop', reason: price };
  }
  if (isZero(price.total)) return { act: 'stop', reason: 'free' };
  if (of.isBuying) return { act: 'wait', nextAt: later(now, HOUR) };
  if (isAsAnnounced(renewal, of))
    return of.cardSince === null ? { act: 'ask', reason: 'no_card' } : { act: 'charge' };
  const chargeAt = announceable(of, now);
  if (chargeAt) return { act: 'announce', chargeAt };
  const isDearer = compare(price.total, renewal.announcedTotal!) > 0;
  return { act: 'ask', reason: isDearer ? 'price_rose' : 'plan_changed' };
}

function afterCharge(renewal: RenewalFacts, of: Circumstances, now: Date): Decision {
  const { tries, chargeAt } = renewal;
  const { attempt } = of;
  if (attempt?.state === 'failed') {
    if (!of.isPresent && of.isCancelled) return { act: 'stop', reason: 'cancelled' };
    if (of.hasNext) return { act: 'stop', reason: 'continued' };
    if (!of.wantsAutomatic) return { act: 'stop', reason: stopReason(renewal, of) };
    if (attempt.advice === 'authenticate') return { act: 'ask', reason: 'authentication' };
    if (attempt.advice !== 'retry') return { act: 'ask', reason: 'declined' };
    const declined = tries + 1;
    const planned = declined < MOST_TRIES ? triesOf(chargeAt!, endOf(of), of.days).at(declined) : undefined;
    const next = planned && planned > now ? planned : later(now, HOUR);
    return planned && next < endOf(of)
      ? { act: 'repeat', nextAt: next, isDeclined: true }
      : { act: 'give_up', isMissed: true };
  }
  // The order is not paid: its money was surplus, or is refunded.
  if (attempt?.state === 'succeeded') return { act: 'give_up', isMissed: false };
  const isEnded = attempt === null || attempt.state === 'cancelled' || attempt.state === 'expired';
  if (!isEnded) return { act: 'wait', nextAt: later(now, MINUTE) };
  if (!of.isPresent) return { act: 'give_up', isMissed: !of.isCancelled };
  // The provider refused the account; staff see it. Else the request was lost before it arrived.
  const pause = attempt?.failure ? DAY : 0;
  return { act: 'repeat', nextAt: later(now, pause), isDeclined: false };
}

function stopReason({ country }: RenewalFacts, of: Circumstances): StopReason {
  if (of.isDisputed) return 'disputed';
  if (of.cardSince === null) return 'card_removed';
  return of.country !== null && country !== of.country ? 'country_changed' : 'opted_out';
}
