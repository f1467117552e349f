import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import { isoUtc, isZero } from '#libs/format';
import { compare } from '#libs/money';
import { newToken } from '#libs/token';
import type { FanclubInfo } from '#platform/access';
import type { RowOf, Statements } from '#platform/database';
import { type PublishedPlan, PlansService, standingOf } from '#domains/plans';
import {
  type Buyer,
  completeOrder,
  HOLD_BUYER,
  OPEN_TERMS,
  readBuyer,
  subscriberOf,
  termEndOf,
} from '#domains/fulfilment';
import { PlanAlreadyYours, SeasonOver } from './checkout.errors';
import { findPlan } from './checkout.rules';
import { ADD_GIFT } from './checkout.queries';
import { orders } from '#domains/orders';

/** A membership to give away. */
export interface Gift {
  readonly customerId: number;
  readonly planId: number;
  /**
   * `now`: it replaces a present membership with another plan. `queued`: it begins when the present ones end. `in_place`: the plan
   * changes now, and the end of the present membership stays.
   */
  readonly starts: 'now' | 'queued' | 'in_place';
  readonly reason: string;
}

/** A membership that was given. */
export interface Given {
  readonly orderId: number;
  readonly start: Date;
  /** Null: never. */
  readonly end: Date | null;
  /** Whether the plan costs more than that of the membership it replaces. */
  readonly isDearer: boolean;
}

/** There is no such customer. */
export class NoReceiver extends DomainError {
  readonly messages = ['There is no such member.'];
}

/** The customer is blacklisted. */
export class ReceiverBlacklisted extends DomainError {
  readonly messages = ['This member is blacklisted.'];
}

/** A queued gift cannot follow a membership that never ends. */
export class NothingToFollow extends DomainError {
  readonly messages = ['The present membership never ends, so nothing can begin after it.'];
}

/** There is no membership whose plan could change. */
export class NoPlanToChange extends DomainError {
  readonly messages = ['There is no membership that is active.'];
}

/** A trial has the end of its own plan. */
export class TrialStays extends DomainError {
  readonly messages = ['A trial cannot change its plan. Give a membership instead.'];
}

/** The plans are of different seasons, so that the membership would not end when it does now. */
export class OtherSeason extends DomainError {
  readonly messages = ['The plan is of another season than the membership, so its end would change.'];
}

/** The membership would be replaced by one that begins before its end: the latest start counts (contract 5.2). */
export class AnotherBegins extends DomainError {
  constructor(private readonly start: Date) {
    super();
  }

  get messages(): string[] {
    return [
      `Another membership begins on ${isoUtc(this.start).slice(0, 10)} and would replace this one. Let this one begin after it, or cancel it first.`,
    ];
  }
}

/** Gives memberships for free, as orders with a discount of the whole price. */
@Injectable()
export class GiftsService {
  constructor(
    private readonly plans: PlansService,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives one term of a plan with its package, even if the plan is not on sale. `tx` also records the gift.
   * @throws NoPlanFound, NoReceiver, ReceiverBlacklisted, PlanAlreadyYours, NothingToFollow, NoPlanToChange, TrialStays,
   * OtherSeason, SeasonOver, AnotherBegins
   */
  async give(tx: Statements, fanclub: FanclubInfo, gift: Gift): Promise<Given> {
    const { customerId: customer, planId, starts, reason } = gift;
    const plan = findPlan(await this.plans.stored(fanclub), planId);
    const held = await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer });
    if (!held) throw new NoReceiver();
    if (held.blacklisted) throw new ReceiverBlacklisted();
    // Read the time after waiting for the lock.
    const now = this.clock.now();
    const buyer = await readBuyer(tx, fanclub.id, customer, now);
    if (starts !== 'queued' && buyer.membership?.plan.id === planId) throw new PlanAlreadyYours();
    const open = (await tx.first(OPEN_TERMS, { fanclub: fanclub.id, customer, now }))!;
    const { start, end } = termOfGift(starts, plan, buyer, open, now);
    const amounts = isZero(plan.price)
      ? { shipping: null, discount: null, subtotal: null, total: null }
      : { shipping: '0', discount: plan.price, subtotal: plan.price, total: '0' };
    const replaces = starts !== 'queued' && buyer.membership !== null;
    const order = await orders.place(tx, fanclub, {
      customer,
      plan: planId,
      reference: newToken(),
      kind: 'comp',
      currency: fanclub.currency,
      ...amounts,
      replaces: replaces ? buyer.membership.subscriptionId : null,
      renews: null,
      renewalConsent: null,
      now,
    });
    const standing = standingOf(plan, subscriberOf(buyer), now);
    await completeOrder(tx, {
      id: order!.id,
      fanclubId: fanclub.id,
      total: amounts.total,
      buyer,
      plan,
      now,
      term: { start, end, isQueued: false },
      standing: { ...standing, renewal: false, conversion: false, upgrade: replaces },
    });
    await tx.run(ADD_GIFT, { fanclub: fanclub.id, order: order!.id, reason, now });
    const isDearer = replaces && compare(plan.price, buyer.membership.planPrice) > 0;
    return { orderId: order!.id, start, end, isDearer };
  }
}

/** @throws NothingToFollow, NoPlanToChange, TrialStays, OtherSeason, SeasonOver, AnotherBegins */
function termOfGift(
  starts: Gift['starts'],
  plan: PublishedPlan,
  { membership }: Buyer,
  open: RowOf<typeof OPEN_TERMS>,
  now: Date,
): { readonly start: Date; readonly end: Date | null } {
  if (starts === 'in_place') return { start: now, end: endThatStays(plan, membership) };
  if (starts === 'queued' && open.count > 0 && open.end === null) throw new NothingToFollow();
  const start = starts === 'queued' && open.end !== null ? open.end : now;
  const end = termEndOf(plan, start);
  if (end !== null && end <= start) throw new SeasonOver();
  const { nextStart } = open;
  const isReplaced = starts === 'now' && nextStart !== null && (end === null || nextStart < end);
  if (isReplaced) throw new AnotherBegins(nextStart);
  return { start, end };
}

/** The end of the present membership, which it has in the other plan as well. @throws NoPlanToChange, TrialStays, OtherSeason */
function endThatStays(plan: PublishedPlan, membership: Buyer['membership']): Date | null {
  if (!membership || membership.lapsed) throw new NoPlanToChange();
  if (plan.trial || membership.trial) throw new TrialStays();
  // A season can extend the memberships of its plans.
  if (plan.salesPeriod?.id !== membership.salesPeriod?.id) throw new OtherSeason();
  return membership.endDate;
}
