import { countStatements } from '#libs/testing';
import { daysFrom } from '#samples';
import type { Answer } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

type Shown = Record<string, unknown>;

const plansOf = ({ body }: Answer): Shown[] => body.plans;
const names = (answer: Answer): unknown[] => plansOf(answer).map(({ name }) => name);
const named = (answer: Answer, name: string): Shown | undefined =>
  plansOf(answer).find((plan) => plan.name === name);

describe('GET /plans', () => {
  it('is empty without plans', async () => {
    const { code, body } = await t.api.get('/plans');
    expect([code, body]).toEqual([200, { status: 'ok', plans: [] }]);
  });

  it.each(EVERY_VIEWER)('shows $name the visible plans, field by field and in order', async (kind) => {
    const shirt = await t.given.itemType({ name: 'T-shirt size' });
    const gold = await t.given.plan({
      name: 'Gold & More',
      description: '<p>All</p>',
      onlineBenefits: null,
      annotations: '<p>New</p>',
      tags: ['gold', 'family'],
      duration: null,
      price: '1250.50',
      checkoutUrl: 'https://shop.example/gold',
    });
    await t.given.package(
      gold,
      [
        { name: 'T-shirt', thumbnail: 'https://x.example/shirt.png', itemType: shirt },
        { name: 'Card', thumbnail: null },
      ],
      { name: 'Box', description: '<p>A box</p>', domestic: '5.00', international: '15.50' },
    );
    const basic = await t.given.plan({
      name: 'Basic',
      description: '<p>Some</p>',
      onlineBenefits: '<p>Forum</p>',
      price: '0.00',
    });
    await t.given.upgrade(basic, gold);
    const api = await kind.client(t, basic);
    const member = kind.subscribed;

    const { text } = await api.get('/plans');

    const expected = {
      status: 'ok',
      plans: [
        {
          id: gold.id,
          name: 'Gold & More',
          class: 'gold-more',
          description: '<p>All</p>',
          online_benefits: null,
          annotations: '<p>New</p>',
          tags: ['gold', 'family'],
          duration: null,
          display_price: '$1,250.50',
          upgrade_price: member ? '1250.5' : null,
          price: '1250.5',
          checkout: 'https://shop.example/gold',
          current: false,
          upgrade: member,
          renewal: false,
          available_to_customer: true,
          package: {
            name: 'Box',
            description: '<p>A box</p>',
            shipping_and_handling: { domestic: '5.0', international: '15.5' },
            items: [
              {
                name: 'T-shirt',
                thumbnail: 'https://x.example/shirt.png',
                item_type: `item_type_${shirt.id}`,
              },
              { name: 'Card', thumbnail: null, item_type: null },
            ],
          },
        },
        {
          id: basic.id,
          name: 'Basic',
          class: 'basic',
          description: '<p>Some</p>',
          online_benefits: '<p>Forum</p>',
          annotations: null,
          tags: [],
          duration: 12,
          display_price: 'Free',
          upgrade_price: null,
          price: '0.0',
          checkout: `https://api.example.test/fanclubs/${basic.fanclubId}/plans/${basic.id}/checkout`,
          current: member,
          upgrade: false,
          renewal: false,
          available_to_customer: !member,
          package: {},
        },
      ],
    };
    const seesNothing = kind.loggedIn && !kind.subscribed;
    expect(text).toBe(JSON.stringify(seesNothing ? { status: 'ok', plans: [] } : expected));
  });

  it('lists the plans to a customer without an active subscription if the fan club allows it', async () => {
    await t.given.fanclub({ listPlansWithoutSubscription: true });
    await t.given.plan({ name: 'Gold' });
    const api = await loggedIn(t, await t.given.customer());
    const [plan] = plansOf(await api.get('/plans'));
    expect(plan).toMatchObject({ name: 'Gold', current: false, upgrade: false, available_to_customer: true });
  });

  it('lists only plans of the key’s fan club, without deleted ones, the most expensive first and then by id', async () => {
    await t.given.plan({ name: 'third', price: '9.00' });
    await t.given.plan({ name: 'first', price: '100.00' });
    await t.given.plan({ name: 'fourth', price: '9.00' });
    await t.given.plan({ name: 'second', price: '20.00' });
    await t.given.plan({ name: 'off sale', price: '1.00', onSale: false });
    await t.given.plan({ name: 'gone', deleted: true });
    const other = await t.given.fanclub({ currency: 'EUR' });
    await t.given.plan({ name: 'theirs', fanclubId: other.id });

    expect(names(await t.api.get('/plans'))).toEqual(['first', 'second', 'third', 'fourth', 'off sale']);
    const theirs = await t.api.get('/plans', { key: other.key });
    expect(plansOf(theirs)).toMatchObject([{ name: 'theirs', display_price: '€100.00' }]);
  });

  it('treats a session of another fan club like a logged-out visitor', async () => {
    const plan = await t.given.plan();
    const other = await t.given.fanclub({});
    const theirs = await t.given.plan({ fanclubId: other.id });
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan });
    const api = await loggedIn(t, customer);
    const { text } = await api.get('/plans', { key: other.key });
    expect(text).toBe((await t.api.get('/plans', { key: other.key })).text);
    expect(JSON.parse(text).plans).toMatchObject([{ id: theirs.id, current: false }]);
  });

  it.each([
    ['gold', ['A', 'B']],
    ['family, silver', ['B', 'C']],
    [' silver ,,', ['C']],
    ['Gold', []],
    ['gol', []],
    ['', ['A', 'B', 'C', 'D']],
    [',', ['A', 'B', 'C', 'D']],
  ])('with tags=%j lists plans with any of them', async (tags, expected) => {
    await t.given.plan({ name: 'A', tags: ['gold'] });
    await t.given.plan({ name: 'B', tags: ['gold', 'family'] });
    await t.given.plan({ name: 'C', tags: ['silver'] });
    await t.given.plan({ name: 'D', tags: [] });
    expect(names(await t.api.get('/plans', { query: { tags } }))).toEqual(expected);
  });

  it('ignores tags that are given twice', async () => {
    await t.given.plan({ name: 'A', tags: ['gold'] });
    await t.given.plan({ name: 'B' });
    expect(names(await t.api.get('/plans?tags=gold&tags=silver'))).toEqual(['A', 'B']);
  });

  it('offers upgrades only from the current plan, at their own price or the difference', async () => {
    const [silver, gold, platinum, special] = [
      await t.given.plan({ name: 'Silver', price: '20.00' }),
      await t.given.plan({ name: 'Gold', price: '44.99' }),
      await t.given.plan({ name: 'Platinum', price: '99.00' }),
      await t.given.plan({ name: 'Special', price: '10.00' }),
    ];
    await t.given.upgrade(silver, gold);
    await t.given.upgrade(silver, platinum, { price: '70.00' });
    await t.given.upgrade(silver, special);
    await t.given.upgrade(gold, silver);
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan: silver });

    const answer = await (await loggedIn(t, customer)).get('/plans');

    const upgrade = { current: false, upgrade: true, renewal: false, available_to_customer: true };
    expect(named(answer, 'Gold')).toMatchObject({ ...upgrade, upgrade_price: '24.99' });
    expect(named(answer, 'Platinum')).toMatchObject({ ...upgrade, upgrade_price: '70.0' });
    expect(named(answer, 'Special')).toMatchObject({ ...upgrade, upgrade_price: '0.0' });
    expect(named(answer, 'Silver')).toMatchObject({
      current: true,
      upgrade: false,
      upgrade_price: null,
      available_to_customer: false,
    });
  });

  it('offers renewals instead of upgrades to a member of a past season', async () => {
    const now = t.clock.now();
    const past = await t.given.salesPeriod({
      startsAt: daysFrom(now, -400),
      endsAt: daysFrom(now, -35),
      extendedUntil: daysFrom(now, 20),
    });
    const open = await t.given.salesPeriod({ startsAt: daysFrom(now, -30), endsAt: daysFrom(now, 300) });
    const coming = await t.given.salesPeriod({ startsAt: daysFrom(now, 310), endsAt: daysFrom(now, 600) });
    const old = await t.given.plan({ name: 'Gold 2025', salesPeriod: past });
    const renewed = await t.given.plan({ name: 'Gold 2026', salesPeriod: open });
    await t.given.plan({ name: 'Gold 2027', salesPeriod: coming });
    const always = await t.given.plan({ name: 'Platinum' });
    await t.given.upgrade(old, renewed);
    await t.given.upgrade(old, always);
    const customer = await t.given.customer();
    await t.given.subscription({
      customer,
      plan: old,
      startDate: daysFrom(now, -380),
      endDate: daysFrom(now, -5),
    });

    const answer = await (await loggedIn(t, customer)).get('/plans');

    expect(named(answer, 'Gold 2025')).toMatchObject({
      current: true,
      renewal: false,
      available_to_customer: false,
    });
    expect(named(answer, 'Gold 2026')).toMatchObject({
      upgrade: false,
      upgrade_price: null,
      renewal: true,
      available_to_customer: true,
    });
    expect(named(answer, 'Gold 2027')).toMatchObject({ renewal: false, available_to_customer: false });
    expect(named(answer, 'Platinum')).toMatchObject({
      upgrade: true,
      renewal: false,
      available_to_customer: true,
    });
  });

  it('offers only the locked plan to a customer at the renewal cap', async () => {
    await t.given.fanclub({ listPlansWithoutSubscription: true });
    const lockedPlan = await t.given.plan({ name: 'Locked', renewalCap: 2 });
    await t.given.plan({ name: 'Other' });
    const availability = async (renewals: number): Promise<unknown[]> => {
      const customer = await t.given.customer({ lockedPlan, renewals });
      const answer = await (await loggedIn(t, customer)).get('/plans');
      return ['Locked', 'Other'].map((name) => named(answer, name)?.available_to_customer);
    };
    expect(await availability(1)).toEqual([true, true]);
    expect(await availability(2)).toEqual([true, false]);
  });

  it('sends only the statement for the customer, with any number of plans', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    await t.given.subscription({ customer, plan });
    for (let n = 0; n < 5; n += 1) await t.given.package(await t.given.plan());
    const member = await loggedIn(t, customer);
    const counter = countStatements();
    const answer = await member.get('/plans');
    expect(counter.stop()).toHaveLength(1);
    expect(plansOf(answer)).toHaveLength(6);
  });
});
