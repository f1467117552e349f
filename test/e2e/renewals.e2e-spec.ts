import type { Plan, SalesPeriod } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { RenewingMember } from '../support/payments/renewing-member';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp(withDemoBank);

/** A season that ended yesterday, and whose members stay until October; and the present one. */
let [former, present]: SalesPeriod[] = [];
let plan: Plan;
let member: RenewingMember;

const inDays = (days: number): Date => daysFrom(t.clock.now(), days);

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns' });
  await openBank(t);
  former = await t.given.salesPeriod({
    startsAt: inDays(-400),
    endsAt: inDays(-1),
    extendedUntil: inDays(100),
  });
  present = await t.given.salesPeriod({ startsAt: inDays(-1), endsAt: inDays(364) });
  plan = await t.given.plan({ name: 'Gold', price: '24.99', salesPeriod: present });
  member = await RenewingMember.of(
    t,
    await t.given.customer({ email: 'ada@x.example', autoRenewalEnabled: false }),
  );
  await t.given.subscription({
    ...{ customer: member.customer, plan, salesPeriodId: former.id },
    ...{ startDate: inDays(-330), endDate: inDays(35) },
  });
});

it('a season is announced, charged after its notice, and the receipt follows', async () => {
  await member.savesCard();
  await member.jobs();
  expect(await member.renewal()).toMatchObject({
    ...{
      state: 'announced',
      automatic: true,
      announcedTotal: '24.99',
      chargeAt: inDays(14),
      nextAt: inDays(14),
    },
  });
  const [announced] = await member.mails();
  expect(announced).toMatchObject({
    kind: 'renewal_announced',
    renewal: { plan: 'Gold', amount: '$24.99', day: 'June 29, 2026' },
  });
  await member.days(13);
  expect(await member.taken()).toEqual([]);
  await member.days(1);
  expect(await member.taken()).toEqual([2499]);
  expect(await member.history()).toEqual(['announced', 'charging', 'done']);
  expect(await member.mailKinds()).toEqual(['renewal_announced', 'receipt']);
  expect(await member.orders()).toEqual([
    expect.objectContaining({ kind: 'renewal', total: '24.99', paid: true, closed: null }),
  ]);
  const [first, second] = await member.subscriptions();
  expect(second).toMatchObject({ startDate: t.clock.now(), cancelled: false, salesPeriodId: present.id });
  expect(second.endDate).toEqual(new Date('2027-07-20T12:00:00Z'));
  expect(first.cancelled).toBe(false);
});
