import type { Given } from '#samples';
import { daysFrom } from '#samples';
import type { DataSource } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';
import type { Renewal } from '#domains/renewals/renewal.entity';
import { StaffRole } from '#platform/staff/people/staff.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';

interface Demo {
  readonly given: Given;
  readonly db: DataSource;
  readonly now: Date;
  readonly fanclubId: number;
}

/**
 * Adds what the demo lacks to a fan club of it: a plan with stock and a waiting list, an order with a code and a dispute, and renewals
 * in several states. They belong to the records that the lists show first.
 * @returns the renewals, the latest last
 */
export async function sellMore({ given, db, now, fanclubId }: Demo): Promise<Renewal[]> {
  const plan = await db.getRepository(Plan).findOneOrFail({ where: { fanclubId }, order: { id: 'ASC' } });
  const order = await db.getRepository(Order).findOneOrFail({ where: { fanclubId }, order: { id: 'DESC' } });
  const customer = await db.getRepository(Customer).findOneByOrFail({ id: order.customerId });
  await given.planStock({ plan, capacity: 500 });
  await given.waitingEntry({ plan, customer });
  const account = await given.paymentAccount({ fanclubId });
  await given.paymentDispute({ payment: await given.payment({ order, account }) });
  await given.paymentMethod({ customer, account });
  const batch = await given.redeemBatch({ fanclubId });
  await given.redeemUse({ order, code: await given.redeemCode({ batch }) });
  const pool = await given.presalePool({ fanclubId });
  await given.presaleCode({ pool, customer });
  await openToOthers({ given, db, now, fanclubId }, customer);
  const subscriptions = await db
    .getRepository(Subscription)
    .find({ where: { fanclubId }, order: { id: 'ASC' }, take: 4 });
  const states: Partial<Renewal>[] = [
    { state: 'announced' },
    { state: 'action_needed', reason: 'declined', tries: 1 },
    { state: 'stopped', reason: 'staff' },
    { state: 'waiting', tries: 1, chargeAt: daysFrom(now, -1), announcedAt: daysFrom(now, -15) },
  ];
  const made: Renewal[] = [];
  for (const [n, state] of states.entries()) {
    const renewal = await given.renewal({
      subscription: subscriptions[n],
      nextAt: daysFrom(now, 3),
      ...state,
    });
    await given.renewalMail({ renewal });
    await given.paymentTransition({
      ...{ fanclubId, subject: 'renewal', subjectNumber: renewal.id },
      ...{ fromState: 'planned', toState: 'announced', cause: 'renewal' },
    });
    made.push(renewal);
  }
  return made;
}

/** Adds hosts, keys, applications and webhooks, each in the states that a screen shows. */
async function openToOthers({ given, db, now, fanclubId }: Demo, customer: Customer): Promise<void> {
  await given.fanClubHost({ fanclubId, host: `fans-${fanclubId}.example`, main: true });
  await given.fanClubHost({ fanclubId, host: `new-${fanclubId}.example`, verifiedAt: null });
  const { staffId } = await db.getRepository(StaffRole).findOneOrFail({ where: {}, order: { id: 'ASC' } });
  await given.staffApiKey({ fanclubId, staffId, name: 'Nightly export', lastUsedAt: now });
  await given.staffApiKey({ fanclubId, staffId, scopes: ['members.read', 'members.export'], revokedAt: now });
  const application = await given.application({ fanclubId, name: 'Forum', lastUsedAt: now });
  await given.consentTo({ application, customer });
  const forum = await given.forum({
    fanclubId,
    applicationId: application.id,
    failure: 'timeout',
    failingSince: now,
  });
  await given.forumGroup({ forum, name: 'members', groupNumber: null, fault: 'unknown_group' });
  await given.forumMember({ forum, customer });
  const endpoint = await given.webhookEndpoint({ fanclubId, name: 'Forum' });
  await given.webhookEndpoint({ fanclubId, failingSince: now, offAt: now, offReason: 'failed' });
  const attempt = { at: now.toISOString(), duration: 120 };
  const refused = { ...attempt, status: 500, failure: null, answer: 'Internal Server Error' };
  await given.webhookDelivery({
    endpoint,
    state: 'failed',
    tries: 1,
    log: [refused, { ...refused, status: null, failure: 'timeout', answer: null }],
  });
  await given.webhookDelivery({
    endpoint,
    state: 'delivered',
    tries: 1,
    deliveredAt: now,
    log: [{ ...refused, status: 204, answer: '' }],
  });
  await given.webhookDelivery({ endpoint });
}
