import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { RenewingMember } from '../support/payments/renewing-member';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp(withDemoBank);

let gold: Plan;
let member: RenewingMember;

const inDays = (days: number): Date => daysFrom(t.clock.now(), days);

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns' });
  await openBank(t);
  gold = await t.given.plan({ name: 'Gold', price: '24.99', duration: 12 });
  const customer = await t.given.customer({ email: 'ada@x.example', autoRenewalEnabled: false });
  member = RenewingMember.of(t, customer);
});

describe('a plan without season', () => {
  beforeEach(async () => {
    const term = { startDate: inDays(-325), endDate: inDays(40) };
    await t.given.subscription({ customer: member.customer, plan: gold, ...term });
  });

  it('is announced 31 days before its end, charged 17 before, and continues from its end', async () => {
    const end = inDays(40);
    await member.savesCard();
    await member.days(8);
    expect(await member.mailKinds()).toEqual([]);
    await member.days(1);
    expect(await member.renewal()).toMatchObject({ kind: 'term', state: 'announced', chargeAt: inDays(14) });
    const page = await member.open(`${member.root}/membership`);
    expect(page.text).toContain(
      'Automatic renewal is on: on July 8, 2026, The Lanterns charges this card $24.99 for “Gold”.',
    );
    await member.days(14);
    expect([await member.taken(), await member.subscriptions()]).toEqual([[2499], [expect.anything()]]);
    await member.days(17);
    const [, second] = await member.subscriptions();
    expect(second).toMatchObject({ startDate: end, endDate: new Date('2027-07-25T12:00:00Z') });
    expect(await member.isMember()).toBe(true);
    expect(await member.mailKinds()).toEqual(['renewal_announced', 'receipt']);
  });

  it('has the notice and the tries of its fan club', async () => {
    await t.db.query('UPDATE fanclubs SET renewal_notice_days = 7, renewal_try_days = 14');
    await member.savesCard('poor');
    await member.days(15);
    expect(await member.mailKinds()).toEqual([]);
    await member.days(1);
    expect(await member.renewal()).toMatchObject({ state: 'announced', chargeAt: inDays(7) });
    await member.days(7);
    expect(await member.renewal()).toMatchObject({ state: 'waiting', nextAt: inDays(3) });
  });

  it('is neither announced nor charged to members who have the next term already', async () => {
    await member.savesCard();
    await member.days(9);
    const next = { customer: member.customer, plan: gold, startDate: inDays(31), endDate: inDays(400) };
    const given = await t.given.subscription(next);
    await member.days(14);
    expect([await member.taken(), await member.mailKinds()]).toEqual([[], ['renewal_announced']]);
    expect(await member.renewal()).toMatchObject({ state: 'stopped', reason: 'continued' });
    expect(await member.renewsAutomatically()).toBe(true);
    // Without the next term, the charge is announced again.
    await t.db.query('UPDATE subscriptions SET cancelled = true WHERE id = $1', [given.id]);
    await member.days(1);
    expect(await member.renewal()).toMatchObject({ state: 'announced' });
  });

  it('gives the item of another plan back when its member stops', async () => {
    const silver = await t.given.plan({ name: 'Silver', price: '10.00', duration: 12 });
    const into = 'UPDATE plans SET on_sale = false, renews_into_plan_id = $2 WHERE id = $1';
    await t.db.query(into, [gold.id, silver.id]);
    await member.savesCard('poor');
    await member.days(9);
    await member.days(14);
    expect(await member.orders()).toEqual([expect.objectContaining({ total: '10.00', closed: null })]);
    await (await member.open(`${member.root}/membership`)).press('Stop automatic renewal');
    await member.days(1);
    expect((await member.renewal()).state).toBe('stopped');
    expect(await member.orders()).toEqual([expect.objectContaining({ paid: false, closed: 'given_up' })]);
  });

  it('closes its order when the member gets the next term in another way', async () => {
    await member.savesCard('poor');
    await member.days(9);
    await member.days(14);
    await t.given.subscription({
      ...{ customer: member.customer, plan: gold, startDate: inDays(17), endDate: inDays(400) },
    });
    await member.days(3);
    expect(await member.renewal()).toMatchObject({ state: 'stopped', reason: 'continued' });
    expect(await member.orders()).toEqual([expect.objectContaining({ paid: false, closed: 'superseded' })]);
  });

  it('is tried four times, the last three days before its end', async () => {
    await member.savesCard('poor');
    await member.days(9);
    for (let day = 1; day <= 28; day += 1) await member.days(1);
    expect(await member.renewal()).toMatchObject({ state: 'given_up', tries: 4 });
    expect(await member.isMember()).toBe(true);
    expect(await member.mailKinds()).toEqual([
      ...['renewal_announced', 'payment_failed', 'payment_failed', 'payment_failed', 'renewal_given_up'],
    ]);
  });

  it('says nothing to members who do not renew automatically', async () => {
    await member.days(15);
    expect(await member.mails()).toEqual([]);
  });

  it('renews into another plan if it is not sold any more, and stops if there is none', async () => {
    const silver = await t.given.plan({ name: 'Silver', price: '10.00', duration: 12 });
    await t.db.query('UPDATE plans SET on_sale = false, renews_into_plan_id = $2 WHERE id = $1', [
      gold.id,
      silver.id,
    ]);
    await member.savesCard();
    await member.days(9);
    expect(await member.renewal()).toMatchObject({
      state: 'announced',
      planId: silver.id,
      announcedTotal: '10.00',
    });
    await t.db.query('UPDATE plans SET on_sale = false');
    await member.days(14);
    expect(await member.renewal()).toMatchObject({ state: 'announced', nextAt: inDays(1) });
    await member.days(14);
    expect(await member.renewal()).toMatchObject({ state: 'stopped', reason: 'plan_unavailable' });
  });
});

describe('a trial that converts', () => {
  beforeEach(async () => {
    const trial = await t.given.plan({
      name: 'Taster',
      price: '0',
      trial: true,
      convertsIntoPlanId: gold.id,
    });
    const term = { startDate: inDays(-20), endDate: inDays(10) };
    await t.given.subscription({ customer: member.customer, plan: trial, ...term });
  });

  it('is announced a week before its end, charged with at least three days of notice, and begins at its end', async () => {
    const end = inDays(10);
    await member.savesCard();
    await member.days(3);
    expect(await member.renewal()).toMatchObject({ kind: 'trial', state: 'announced' });
    await member.days(3);
    expect(await member.taken()).toEqual([]);
    await member.days(1);
    expect([await member.taken(), await member.orders()]).toEqual([
      [2499],
      [expect.objectContaining({ kind: 'conversion', paid: true })],
    ]);
    await member.days(3);
    expect((await member.subscriptions())[1]).toMatchObject({ startDate: end, planId: gold.id });
  });

  it('is charged nothing without a card: its member is reminded twice, with the link to the renewal', async () => {
    await member.days(3);
    await member.days(5);
    expect(await member.mails()).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({
          kind: 'trial_ending',
          link: expect.stringContaining('/renewal?token='),
        }),
      ),
    );
    await member.days(2);
    expect((await member.renewal()).state).toBe('given_up');
    expect(await member.mails()).toHaveLength(2);
  });
});
