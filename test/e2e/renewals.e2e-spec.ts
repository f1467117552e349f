import type { Plan, SalesPeriod } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { RenewalsService } from '../../src/domains/renewals/renewals.service';
import { Published } from '../../src/platform/published';
import { bankRefuses, openBank, withDemoBank } from '../support/payments/demo-bank';
import { RenewingMember } from '../support/payments/renewing-member';
import { runJob } from '../support/run-job';
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
  member = RenewingMember.of(
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

it('nobody is charged who has confirmed the end of the account, until they change their mind', async () => {
  await member.savesCard();
  await member.jobs();
  await t.db.query('UPDATE customers SET erase_at = $1', [inDays(20)]);
  await member.days(14);
  const { id, fanclubId } = await member.renewal();
  const fanclub = (await t.app.get(Published).byId(fanclubId))!;
  await t.app.get(RenewalsService).advance(fanclub, id);
  expect([await member.taken(), (await member.renewal()).state]).toEqual([[], 'announced']);
  await t.db.query('UPDATE customers SET erase_at = NULL');
  await member.days(1);
  expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
});

describe('a charge that is declined', () => {
  beforeEach(async () => {
    await member.savesCard('poor');
    await member.jobs();
  });

  it('for lack of funds is tried four times, all before the membership ends', async () => {
    const at: number[] = [];
    await member.days(12);
    expect((await member.renewal()).tries).toBe(0);
    for (let day = 13; day <= 30; day += 1) {
      await member.days(1);
      const { tries } = await member.renewal();
      while (at.length < tries) at.push(day);
      if (tries < 4) expect(await member.isMember()).toBe(true);
    }
    await member.days(10);
    expect([at, (await member.renewal()).tries]).toEqual([[14, 17, 21, 28], 4]);
    expect(await member.mailKinds()).toEqual([
      ...['renewal_announced', 'payment_failed', 'payment_failed', 'payment_failed', 'renewal_given_up'],
    ]);
    expect(await member.renewal()).toMatchObject({ state: 'given_up', nextAt: null });
    expect([await member.renewsAutomatically(), await member.taken()]).toEqual([false, []]);
    // The order stays payable until the membership ends.
    expect(await member.orders()).toEqual([expect.objectContaining({ paid: false, closed: null })]);
  });

  it('succeeds at the second try if there is money then', async () => {
    await member.days(14);
    await member.cardBecomes('works');
    await member.days(2);
    expect(await member.taken()).toEqual([]);
    await member.days(1);
    expect(await member.taken()).toEqual([2499]);
    expect(await member.history()).toEqual(['announced', 'charging', 'waiting', 'charging', 'done']);
    expect(await member.subscriptions()).toHaveLength(2);
  });

  it('can be paid by hand, with the order of the charge', async () => {
    await member.days(14);
    const mail = (await member.mails()).at(-1)!;
    expect(mail).toMatchObject({ kind: 'payment_failed', renewal: { day: 'July 2, 2026' } });
    await member.paysBy(mail.link);
    await member.days(3);
    expect(await member.orders()).toEqual([expect.objectContaining({ kind: 'renewal', paid: true })]);
    expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
    expect(await member.subscriptions()).toHaveLength(2);
  });

  it('is not tried while the member is at the payment page', async () => {
    await member.days(14);
    await member.orderBehind((await member.mails()).at(-1)!.link);
    t.clock.advance(3 * 86_400 - 600);
    await member.orderBehind((await member.mails()).at(-1)!.link);
    t.clock.advance(600);
    await member.jobs();
    expect(await member.renewal()).toMatchObject({ state: 'waiting', tries: 1, nextAt: inDays(1 / 24) });
    t.clock.advance(3600);
    await member.jobs();
    expect(await member.renewal()).toMatchObject({ state: 'waiting', tries: 2 });
  });
});

describe('a card that fails for good', () => {
  it.each([
    ['that is declined', 'declinedLater', 'Your bank declined the card.'],
    ['whose bank asks', 'confirmsAlways', 'Your bank asks you to confirm the payment.'],
    ['that has expired', 'expired', 'Your bank declined the card.'],
    ['that was stolen', 'stolen', 'Your bank declined the card.'],
  ] as const)(
    '%s is charged once; its owner gets a link, pays, and stays a member',
    async (_, card, reason) => {
      await member.savesCard(card);
      await member.jobs();
      await member.days(14);
      expect(await member.renewal()).toMatchObject({ state: 'action_needed', tries: 1 });
      const mail = (await member.mails()).at(-1)!;
      expect(mail).toMatchObject({
        kind: 'payment_action_needed',
        renewal: { reason: expect.stringMatching(new RegExp(`^${reason} You can also save another card`)) },
      });
      await member.days(10);
      expect(await member.renewal()).toMatchObject({ tries: 1 });
      await member.paysBy(mail.link);
      await member.days(1);
      expect(await member.history()).toEqual(['announced', 'charging', 'action_needed', 'done']);
      expect([await member.taken(), await member.subscriptions()]).toEqual([
        [2499],
        [{}, {}].map(() => expect.anything()),
      ]);
    },
  );

  it('is charged again after its owner saved another one', async () => {
    await member.savesCard('stolen');
    await member.jobs();
    await member.days(14);
    t.clock.advance(3600);
    await member.savesCard();
    t.clock.advance(3600);
    await member.jobs();
    expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
  });

  it('is not given up with a mail if a gift began after the end of its term', async () => {
    await member.savesCard('stolen');
    await member.jobs();
    await member.days(40);
    await t.given.subscription({
      customer: member.customer,
      plan,
      startDate: inDays(0),
      endDate: inDays(365),
    });
    await member.days(70);
    expect((await member.mailKinds()).at(-1)).toBe('payment_action_needed');
    expect([(await member.renewal()).state, await member.renewsAutomatically()]).toEqual(['given_up', true]);
  });

  it('is given up when the membership is over, which is not extended', async () => {
    await member.savesCard('stolen');
    await member.jobs();
    await member.days(14);
    await member.days(85);
    expect([await member.isMember(), (await member.renewal()).state]).toEqual([true, 'action_needed']);
    await member.days(2);
    expect([await member.isMember(), (await member.renewal()).state]).toEqual([false, 'given_up']);
    const mail = (await member.mails()).at(-1)!;
    expect(mail.kind).toBe('renewal_given_up');
    // Its button leads to a page that opens: the checkout of the plan.
    const page = await member.open(new URL(mail.link).pathname);
    expect([page.status, page.path]).toEqual([200, `${member.root}/plans/${plan.id}/checkout`]);
    expect((await member.open(`${member.root}/membership`)).links).toHaveProperty('See the plans');
  });
});

describe('a renewal that is stopped', () => {
  beforeEach(async () => {
    await member.savesCard();
    await member.jobs();
  });
  const stopped = async () => {
    expect(await member.taken()).toEqual([]);
    const { state, reason } = await member.renewal();
    return { state, reason, mail: (await member.mails()).at(-1) };
  };

  it('by its member charges nothing, and continues on the announced day if it is resumed before', async () => {
    await (await member.open(`${member.root}/membership`)).press('Stop automatic renewal');
    await member.days(1);
    expect(await stopped()).toMatchObject({
      ...{ state: 'stopped', reason: 'opted_out' },
      mail: {
        kind: 'auto_renewal_stopped',
        renewal: { reason: 'You turned it off. You can turn it on again on the page of the link.' },
      },
    });
    await (await member.open(`${member.root}/membership`)).press('Renew automatically');
    await member.days(1);
    expect(await member.renewal()).toMatchObject({ state: 'announced', nextAt: inDays(12) });
    await member.days(12);
    expect(await member.taken()).toEqual([2499]);
  });

  it('and resumed after the announced day is announced again, with its notice', async () => {
    await (await member.open(`${member.root}/membership`)).press('Stop automatic renewal');
    await member.days(20);
    await (await member.open(`${member.root}/membership`)).press('Renew automatically');
    expect(await member.renewal()).toMatchObject({ state: 'announced', chargeAt: inDays(14) });
    expect((await member.mails()).at(-1)).toMatchObject({ kind: 'renewal_announced' });
    await member.days(13);
    expect(await member.taken()).toEqual([]);
    await member.days(1);
    expect(await member.taken()).toEqual([2499]);
  });

  it('by cancelling its order can be resumed', async () => {
    await member.cardBecomes('poor');
    await member.days(14);
    const [order] = await member.orders();
    const page = await member.open(`${member.root}/orders/${order.id}`);
    await page.press('Cancel, and stop automatic renewal');
    await member.days(3);
    expect(await stopped()).toMatchObject({ state: 'stopped', reason: 'opted_out' });
    expect(await member.renewsAutomatically()).toBe(false);
    await member.cardBecomes('works');
    await (await member.open(`${member.root}/membership`)).press('Renew automatically');
    await member.days(14);
    expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
  });

  it('because its card was removed says so', async () => {
    await (await member.open(`${member.root}/membership`)).press('Remove this card');
    await member.days(14);
    expect(await stopped()).toMatchObject({
      reason: 'card_removed',
      mail: { kind: 'auto_renewal_stopped' },
    });
  });

  it('because the member moved to another country says so', async () => {
    await t.given.shippingAddress({ customer: member.customer, country: 'DE' });
    await t.db.query('UPDATE customers SET auto_renewal_enabled = false');
    await member.days(1);
    expect(await stopped()).toMatchObject({ reason: 'country_changed' });
  });

  it('because the member was blacklisted charges nothing, and says nothing', async () => {
    await t.db.query('UPDATE customers SET blacklisted = true');
    await member.days(14);
    expect(await stopped()).toMatchObject({ reason: 'cancelled', mail: { kind: 'renewal_announced' } });
  });

  it('because the plan was withdrawn says so', async () => {
    await t.db.query('UPDATE plans SET deleted = true');
    await member.days(14);
    expect(await member.renewal()).toMatchObject({ state: 'announced', nextAt: inDays(1) });
    await member.days(14);
    expect(await stopped()).toMatchObject({
      reason: 'plan_unavailable',
      mail: { kind: 'auto_renewal_stopped' },
    });
  });

  it('because the member is at the renewal cap, and the locked plan is not sold', async () => {
    const locked = await t.given.plan({ name: 'Old', onSale: false, renewalCap: 1 });
    await t.db.query('UPDATE customers SET locked_plan_id = $1, renewals = 1', [locked.id]);
    await member.days(14);
    expect(await stopped()).toMatchObject({ reason: 'cap' });
  });
});

describe('the price of a renewal', () => {
  beforeEach(async () => {
    await member.savesCard();
    await member.jobs();
    await member.days(10);
  });
  const becomes = (price: string) => t.db.query('UPDATE plans SET price = $1', [price]);

  it('that rose is announced again, and charged after another notice', async () => {
    await becomes('30.00');
    await member.days(4);
    expect(await member.renewal()).toMatchObject({
      ...{ state: 'announced', announcedTotal: '30.00', chargeAt: inDays(14) },
    });
    expect(await member.mailKinds()).toEqual(['renewal_announced', 'renewal_announced']);
    await member.days(13);
    expect(await member.taken()).toEqual([]);
    await member.days(1);
    expect(await member.taken()).toEqual([3000]);
  });

  it('that fell is what is charged', async () => {
    await becomes('20.00');
    await member.days(4);
    expect(await member.taken()).toEqual([2000]);
  });
});

it('a member without automatic renewal is invited, reminded twice, and renews by hand', async () => {
  await member.jobs();
  expect(await member.renewal()).toMatchObject({ state: 'announced', automatic: false, chargeAt: null });
  const [open] = await member.mails();
  expect(open).toMatchObject({
    kind: 'renewal_open',
    link: expect.stringContaining('/renewal?token='),
  });
  await member.days(28);
  await member.days(68);
  await member.days(1);
  expect(await member.mailKinds()).toEqual(['renewal_open', 'membership_ending', 'membership_ending']);
  const offer = await member.open(`${member.root}/plans/${plan.id}/checkout`);
  await member.places(offer);
  await member.days(1);
  expect((await member.renewal()).state).toBe('done');
  expect(await member.mailKinds()).toContain('receipt');
});

it('a member whose card expires about the day of its charge is asked for another one, once', async () => {
  await member.savesCard();
  await member.jobs();
  expect(await runJob(t, 'renewals.ask_for_cards')).toBe(0);
  await t.db.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 6');
  expect(await runJob(t, 'renewals.ask_for_cards')).toBe(1);
  expect(await runJob(t, 'renewals.ask_for_cards')).toBe(0);
  expect((await member.mails()).at(-1)).toMatchObject({
    ...{ kind: 'card_expiring', link: expect.stringContaining('/renewal?token=') },
    renewal: { day: 'June 29, 2026', amount: '$24.99' },
  });
});

it('an account that the provider refuses loses no member: the charge is repeated a day later, and not counted', async () => {
  await member.savesCard();
  await member.jobs();
  const [{ sealed }] = await t.db.query<[{ sealed: string }]>(
    'SELECT secret_sealed AS sealed FROM payment_accounts',
  );
  await bankRefuses(t);
  await member.days(14);
  expect(await member.renewal()).toMatchObject({ state: 'waiting', tries: 0, nextAt: inDays(1) });
  expect(await member.mailKinds()).toEqual(['renewal_announced']);
  await t.db.query('UPDATE payment_accounts SET secret_sealed = $1', [sealed]);
  await member.days(1);
  expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
});

it('a charge without an answer is found by the watch, and made once', async () => {
  await member.savesCard();
  await member.jobs();
  const unavailable = (is: boolean) =>
    t.db.query(
      `UPDATE demo_bank.objects SET content = jsonb_set(content, '{switches,unavailable}', $1::jsonb) WHERE kind = 'account'`,
      [String(is)],
    );
  await unavailable(true);
  await member.days(14);
  expect([(await member.renewal()).state, await member.taken()]).toEqual(['charging', []]);
  await unavailable(false);
  for (let minute = 0; minute < 5; minute += 1) {
    t.clock.advance(60);
    await member.jobs();
  }
  expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
});
