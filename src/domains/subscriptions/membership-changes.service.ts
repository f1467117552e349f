import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { DomainError, InvalidFields } from '#libs/envelope';
import type { RowOf, Statements } from '#platform/database';
import { HOLD_MEMBER, OPEN_SUBSCRIPTIONS } from './membership-changes.queries';
import * as memberships from './memberships';

const NOT_LATER = 'must be later than now, and later than the present end';

/** A subscription that is active or begins later. */
export type OpenSubscription = RowOf<typeof OPEN_SUBSCRIPTIONS>;

/** The customer has no subscription that is active or begins later. */
export class NoMembership extends DomainError {
  readonly messages = ['There is no membership that has not ended.'];
}

/** Changes memberships that exist. `tx` is the transaction that also records it. */
@Injectable()
export class MembershipChangesService {
  constructor(private readonly clock: Clock) {}

  /** The subscriptions that are not over, locked together with the customer; the one that ends last is first. @throws NoMembership */
  async hold(tx: Statements, fanclubId: number, customerId: number): Promise<OpenSubscription[]> {
    const customer = { fanclub: fanclubId, customer: customerId };
    await tx.first(HOLD_MEMBER, customer);
    const open = await tx.rows(OPEN_SUBSCRIPTIONS, { ...customer, now: this.clock.now() });
    if (open.length === 0) throw new NoMembership();
    return open;
  }

  /**
   * Moves the end of a held subscription to a later time. A lapsed one becomes active again.
   * @throws InvalidFields unless the time is in the future and later than the present end
   */
  async extend(tx: Statements, fanclubId: number, held: OpenSubscription, end: Date): Promise<void> {
    const now = this.clock.now();
    if (held.endDate === null || end <= held.endDate || end <= now) {
      const fault = held.endDate === null ? 'cannot be set: the membership never ends' : NOT_LATER;
      throw new InvalidFields([`The new end ${fault}.`], { end_date: [fault] });
    }
    await memberships.extend(tx, fanclubId, held.id, end, now);
  }

  /** Ends held subscriptions at once. */
  async cancel(tx: Statements, fanclubId: number, held: readonly OpenSubscription[]): Promise<void> {
    const ids = held.map(({ id }) => id);
    await memberships.cancel(tx, fanclubId, ids, this.clock.now());
  }
}
