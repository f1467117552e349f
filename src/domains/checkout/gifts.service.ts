import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import { isoUtc, isZero, termEnd } from '#libs/format';
import { newToken } from '#libs/token';
import type { FanclubInfo } from '#platform/access';
import type { Statements } from '#platform/database';
import { PlansService, standingOf } from '#domains/plans';
import { readBuyer } from './buyers';
import { NoPlanFound, PlanAlreadyYours } from './checkout.errors';
import { ADD_GIFT, HOLD_BUYER, OPEN_TERMS } from './checkout.queries';
import { subscriberOf } from './checkout.rules';
import { completeOrder } from './complete-order';
import { ADD_ORDER } from './placed-orders.queries';

/** A membership to give away. */
export interface Gift {
  readonly customerId: number;
  readonly planId: number;
  /** `now`: it replaces a present membership with another plan. `queued`: it begins when the present ones end. */
  readonly starts: 'now' | 'queued';
  readonly reason: string;
}

/** A membership that was given. */
export interface Given {
  readonly orderId: number;
  readonly start: Date;
  /** Null: never. */
  readonly end: Date | null;
}

/** There is no such customer. */
export class NoReceiver extends DomainError {
  readonly messages = ['There is no such member.'];
}

/** The customer is blacklisted. */
export class ReceiverBlacklisted extends DomainError {
  readonly messages = ['This member is blacklisted.'];
}

/** Something is to begin after a membership that never ends. */
export class NothingToFollow extends DomainError {
  readonly messages = ['The present membership never ends, so nothing can begin after it.'];
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

/** Gives memberships away: orders with a discount of the whole price. */
@Injectable()
export class GiftsService {
  constructor(
    private readonly plans: PlansService,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives one term of a plan, also of one that is not on sale, with its package. `tx` is the transaction that also records it.
   * @throws NoPlanFound, NoReceiver, ReceiverBlacklisted, PlanAlreadyYours, NothingToFollow, AnotherBegins
   */
  async give(tx: Statements, fanclub: FanclubInfo, gift: Gift): Promise<Given> {
    const { customerId: customer, planId, starts, reason } = gift;
    const plan = (await this.plans.stored(fanclub)).find(({ id }) => id === planId);
    if (!plan || plan.deleted) throw new NoPlanFound();
    const held = await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer });
    if (!held) throw new NoReceiver();
    if (held.blacklisted) throw new ReceiverBlacklisted();
    // Read after the lock, because another order may have held the lock for some time.
    const now = this.clock.now();
    const buyer = await readBuyer(tx, fanclub.id, customer, now);
    if (starts === 'now' && buyer.membership?.plan.id === planId) throw new PlanAlreadyYours();
    const open = (await tx.first(OPEN_TERMS, { fanclub: fanclub.id, customer, now }))!;
    if (starts === 'queued' && open.count > 0 && open.end === null) throw new NothingToFollow();
    const start = starts === 'queued' && open.end !== null ? open.end : now;
    const end = termEnd(start, plan.duration);
    const { nextStart } = open;
    const isReplaced = starts === 'now' && nextStart !== null && (end === null || nextStart < end);
    if (isReplaced) throw new AnotherBegins(nextStart);
    const amounts = isZero(plan.price)
      ? { shipping: null, discount: null, subtotal: null, total: null }
      : { shipping: '0', discount: plan.price, subtotal: plan.price, total: '0' };
    const replaces = starts === 'now' && buyer.membership !== null;
    const order = await tx.first(ADD_ORDER, {
      ...{ fanclub: fanclub.id, customer, plan: planId, reference: newToken(), now },
      ...{ kind: 'comp', currency: fanclub.currency, renews: null, renewalConsent: null, ...amounts },
      replaces: replaces ? buyer.membership.subscriptionId : null,
    });
    const standing = standingOf(plan, subscriberOf(buyer), now);
    await completeOrder(tx, {
      ...{
        id: order!.id,
        fanclubId: fanclub.id,
        total: amounts.total,
        buyer,
        plan,
        now,
        term: { start, end, isQueued: false },
      },
      standing: { ...standing, renewal: false, conversion: false, upgrade: replaces },
    });
    await tx.run(ADD_GIFT, { fanclub: fanclub.id, order: order!.id, reason, now });
    return { orderId: order!.id, start, end };
  }
}
