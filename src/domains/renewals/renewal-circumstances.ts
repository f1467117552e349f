import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import type { Statements } from '#platform/database';
import { isChargeable, type Quote, quoteFor } from '#domains/checkout';
import { OPEN_TERMS, readBuyer } from '#domains/fulfilment';
import { type Cause, orders, type PlacedOrder } from '#domains/orders';
import { isLive, CURRENT_CARD, CURRENT_PAYMENT, LAST_CHARGE, type SavedCard } from '#domains/payments';
import type { PublishedPlan } from '#domains/plans';
import type { Circumstances } from './renewal.rules';
import { targetOf } from './renewal-target.rules';
import type { RenewalRow } from './renewals.queries';
import type { StopReason } from './renewal.states';

/** What is read outside of the transaction, since it is published or secret. */
export interface Club {
  readonly fanclub: FanclubInfo;
  readonly plans: readonly PublishedPlan[];
  /** The account that takes payments. Null: none. */
  readonly account: number | null;
}

/** A renewal with all that a step needs. */
export interface Situation {
  /** The id of the renewal. */
  readonly renewal: number;
  readonly of: Circumstances;
  readonly buyer: ViewerCustomer;
  /** The card that can be charged. Null: none. */
  readonly card: SavedCard | null;
  /** The renewal's open order. Null: none. */
  readonly order: PlacedOrder | null;
  /** The plan of the open order; else the plan that follows now. Null: none. */
  readonly plan: PublishedPlan | null;
  /** What an order would be placed for now. Null: nothing can be bought. */
  readonly quote: Quote | null;
}

/** A step of a renewal, in the transaction that holds its locks. */
export interface Step {
  readonly club: Club;
  readonly row: RenewalRow;
  readonly situation: Situation;
  readonly now: Date;
  /** What caused it. Absent: the renewal itself. */
  readonly cause?: Cause;
}

/**
 * Reads the situation of a renewal. `tx` must hold the locks on its customer and its row.
 * @param isBlacklisted whether the customer is: nothing is renewed then, as if the membership were cancelled
 */
export async function readSituation(
  tx: Statements,
  club: Club,
  { row, isBlacklisted, now }: { row: RenewalRow; isBlacklisted: boolean; now: Date },
): Promise<Situation> {
  const { fanclub, plans, account } = club;
  const key = { fanclub: fanclub.id, customer: row.customerId };
  const buyer = await readBuyer(tx, fanclub.id, row.customerId, now);
  const present = buyer.membership?.subscriptionId ?? null;
  const saved = await tx.first(CURRENT_CARD, key);
  const card = saved?.accountId === account ? saved : null;
  const order = row.orderId === null ? null : await orders.find(tx, fanclub, row.orderId);
  const open = order && order.paidAt === null && order.closedAt === null ? order : null;
  const offer = offerOf(club, buyer, row, now);
  const payment = open && (await tx.first(CURRENT_PAYMENT, { fanclub: fanclub.id, order: open.id }));
  const terms = await tx.first(OPEN_TERMS, { ...key, now });
  const others = (await orders.openOf(tx, fanclub, buyer.id)).filter(({ id }) => id !== open?.id);
  return {
    renewal: row.id,
    buyer,
    card,
    order: open,
    plan: plans.find(({ id }) => id === (open?.planId ?? offer.plan?.id)) ?? null,
    quote: offer.quote,
    of: {
      end: row.endDate,
      extendedUntil: row.extendedUntil,
      isPresent: !isBlacklisted && present === row.subscriptionId,
      isCancelled:
        isBlacklisted ||
        row.cancelled ||
        row.endDate > now ||
        (present ?? row.subscriptionId) !== row.subscriptionId,
      isRenewed: row.isRenewed,
      hasNext: terms!.nextStart !== null,
      wantsAutomatic: buyer.autoRenewalEnabled,
      cardSince: card && card.consentedAt,
      country: row.presentCountry,
      isDisputed: row.isDisputed,
      price: priceOf(club, open, offer),
      target: offer.plan?.id ?? null,
      soldUntil: offer.plan?.salesPeriod?.endsAt ?? null,
      order: open ? 'open' : order?.closedReason === 'cancelled' ? 'cancelled' : null,
      attempt: order && (await tx.first(LAST_CHARGE, { fanclub: fanclub.id, order: order.id })),
      days: fanclub,
      isBuying: others.length > 0 || (payment?.way === 'checkout' && isLive(payment.state)),
    },
  };
}

type Offer =
  | { readonly plan: PublishedPlan; readonly quote: Quote; readonly refusal: null }
  | { readonly plan: null; readonly quote: null; readonly refusal: StopReason };

const refused = (refusal: StopReason): Offer => ({ plan: null, quote: null, refusal });

/** What the next charge takes. An open order keeps its price. */
function priceOf({ account }: Club, open: PlacedOrder | null, offer: Offer): Circumstances['price'] {
  if (account === null) return 'plan_unavailable';
  return open ? { total: open.total! } : (offer.refusal ?? { total: offer.quote.total });
}

/** What the member can buy to continue the membership. */
function offerOf(
  { fanclub, plans, account }: Club,
  buyer: ViewerCustomer,
  row: RenewalRow,
  now: Date,
): Offer {
  const { membership } = buyer;
  if (membership?.subscriptionId !== row.subscriptionId) return refused('cancelled');
  const target = targetOf({ ...buyer, membership }, plans, now);
  if (typeof target === 'string') return refused(target);
  const { plan, standing } = target;
  const destination = { country: row.presentCountry, homeCountry: fanclub.homeCountry };
  const quote = quoteFor(plan, standing, membership, destination);
  if (!quote) return refused('address_missing');
  if (account === null || !isChargeable(quote)) return refused('plan_unavailable');
  return { plan, quote, refusal: null };
}
