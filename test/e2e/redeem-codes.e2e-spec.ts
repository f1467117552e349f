import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { LogLines } from '../support/log-lines';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { openPlaced } from '../support/payments/placed-order';
import { Pages, type VisitedPage } from '../support/pages';
import { SIGN_UP } from '../support/sign-up';
import { staffOf, type StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The demo bank over HTTP, and a browser without JavaScript.
const log = new LogLines();
const t = testApp(async () => ({ ...(await withDemoBank()), LOG_LEVEL: 'trace' }), { log });

let plan: Plan;
let pages: Pages;
let kim: StaffClient;

const checkoutOf = ({ fanclubId, id }: Plan): string => `/fanclubs/${fanclubId}/plans/${id}/checkout`;
const own = (page: string): string => `/fanclubs/${plan.fanclubId}/${page}`;
const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  pages = new Pages(t.origin);
  kim = await staffOf(t);
});

/** Makes a batch, exports it, and returns its id and codes. */
async function batchOf(facts: object): Promise<{ id: number; codes: string[] }> {
  const usual = { name: 'Letters', count: 1, covers_shipping: false };
  const made = await kim.post(own('redeem_batches'), { ...usual, ...facts });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: number };
  const csv = await kim.download(`/fanclubs/${plan.fanclubId}/redeem_batches/${id}/export`);
  return {
    id,
    codes: csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',')[1]),
  };
}

const gifts = (facts: object = {}) => batchOf({ kind: 'gift', plans: [plan.id], ...facts });

/** Types a code on the page `redeem`. */
async function entered(code: string): Promise<VisitedPage> {
  return (await pages.open(own('redeem'))).submit({ code });
}

describe('a gift code', () => {
  it('is made and exported by staff, and makes a stranger who signs up a member', async () => {
    const { id, codes } = await gifts();
    expect(codes).toEqual([expect.stringMatching(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)]);
    const form = await pages.open(own('redeem'));
    expect([form.status, form.heading, form.buttons]).toEqual([200, 'Redeem a code', ['Continue']]);
    const answer = await form.submit({ code: codes[0].toLowerCase().replaceAll('-', ' ') });
    expect([answer.status, answer.location]).toEqual([303, own(`plans/${plan.id}/checkout`)]);
    const gift = await answer.follow();
    expect(gift.heading).toBe('Your gift');
    expect(gift.text).toContain('Gold (1 year) $24.99 Gift code −$24.99 Total Free');
    const details = await gift.submit({ ...SIGN_UP, accept_terms: 'true' });
    const ready = await details.follow();
    expect(ready.buttons).toContain('Redeem the gift');
    const done = await (await ready.submit()).follow();
    expect([done.status, done.heading]).toEqual([200, 'Thank you']);
    expect(done.text).toContain('Your membership “Gold” has begun.');

    const customer = await t.db.getRepository(Customer).findOneByOrFail({ email: SIGN_UP.email });
    expect(await orders()).toMatchObject([
      { customerId: customer.id, kind: 'gift', discount: '24.99', total: '0.00', paidAt: t.clock.now() },
    ]);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([
      { customerId: customer.id, planId: plan.id, startDate: t.clock.now() },
    ]);
    const uses = await kim.get(`/fanclubs/${plan.fanclubId}/redeem_batches/${id}/uses`);
    expect(uses.body.data).toMatchObject([
      { id: (await orders())[0].id, customer: customer.id, plan: plan.id, state: 'used', total: '0.00' },
    ]);
    const again = await entered(codes[0]);
    expect([again.status, again.problems]).toEqual([422, ['Code has been used already.']]);
  });
});

describe('a coupon', () => {
  const coupons = (facts: object = {}) =>
    batchOf({ kind: 'coupon', plans: [], discount: 'amount', value: '5.00', ...facts });

  it('is entered at the checkout, outlasts signing up, and lowers the price that is paid', async () => {
    const { id, codes } = await coupons({ max_uses: 10 });
    const offer = await pages.open(checkoutOf(plan));
    const wrong = await offer.send('Use this code', { code: 'nonsense' });
    expect([wrong.status, wrong.problems]).toEqual([
      422,
      ['Code is not one of ours. Check it, and type it again.'],
    ]);
    const kept = await (await wrong.send('Use this code', { code: codes[0] })).follow();
    expect(kept.text).toContain('Gold (1 year) $24.99 Discount −$5.00 Total $19.99');
    expect(kept.text).toContain('Your code lowers the price.');
    const details = await kept.submit({ ...SIGN_UP, accept_terms: 'true' });
    const total = await details.follow();
    const waiting = await openPlaced(t, pages, await total.submit());
    expect(waiting.text).toContain('Discount −$5.00 Total $19.99');
    await payByCard(t, waiting.links['Go to the payment']);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    expect(await orders()).toMatchObject([{ kind: 'new', discount: '5.00', total: '19.99' }]);
    const other = await t.given.plan({ price: '50.00' });
    expect((await pages.open(checkoutOf(other))).text).not.toContain('The code that you entered');
    expect((await kim.get(own(`redeem_batches/${id}`))).body).toMatchObject({ used: 1, held: 0, codes: 1 });
  });

  it('can be removed, and of the page redeem leads on to the plans', async () => {
    const { codes } = await coupons({ covers_shipping: true });
    const granted = await (await entered(codes[0])).follow();
    expect(granted.text).toContain('takes $5.00 off the price of a membership, and shipping is free.');
    const offer = await pages.open(checkoutOf(plan));
    expect(offer.text).toContain('Total $19.99');
    const without = await (await offer.press('Remove the code')).follow();
    expect(without.text).not.toContain('Total');
    expect(without.buttons).toContain('Use this code');
  });

  it('for another plan is named, and the plan has its price', async () => {
    const other = await t.given.plan({ price: '50.00' });
    const { codes } = await coupons({ plans: [other.id] });
    expect((await entered(codes[0])).location).toBe(checkoutOf(other));
    const offer = await pages.open(checkoutOf(plan));
    expect(offer.text).toContain('does not apply here: Code is not for this membership.');
    const details = await offer.submit({ ...SIGN_UP, accept_terms: 'true' });
    await openPlaced(t, pages, await (await details.follow()).submit());
    expect(await orders()).toMatchObject([{ discount: '0.00', total: '24.99' }]);
  });
});

describe('guesses', () => {
  it('are limited to ten in a quarter of an hour, and codes that exist do not count', async () => {
    const { codes } = await gifts();
    for (let n = 0; n < 10; n += 1) expect((await entered(`0000-0000-0000-000${n}`)).status).toBe(422);
    expect((await entered(codes[0])).status).toBe(429);
    t.clock.advance(901);
    for (let n = 0; n < 11; n += 1) expect((await entered(codes[0])).status).toBe(303);
  });
});

describe('staff', () => {
  it('export the codes of a batch once; afterwards only digests are left', async () => {
    const { id, codes } = await gifts({ count: 3 });
    expect(new Set(codes).size).toBe(3);
    const again = await kim.post(own(`redeem_batches/${id}/export`));
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('exported before')]);
    expect(await t.db.query('SELECT DISTINCT code_sealed FROM redeem_codes')).toEqual([
      { code_sealed: null },
    ]);
  });

  it('limit the uses of all codes of a batch, and see how many were used', async () => {
    const { id, codes } = await gifts({ count: 2, capacity: 1 });
    expect((await kim.get(own(`redeem_batches/${id}`))).body).toMatchObject({ capacity: 1, used: 0 });
    const details = await (
      await (await entered(codes[0])).follow()
    ).submit({ ...SIGN_UP, accept_terms: 'true' });
    expect((await (await details.follow()).submit()).status).toBe(303);
    const stranger = await new Pages(t.origin).open(own('redeem'));
    expect((await stranger.submit({ code: codes[1] })).problems).toEqual(['Code has been used already.']);
    const { data } = (await kim.get(own('redeem_batches'))).body as { data: object[] };
    expect(data).toMatchObject([{ id, capacity: 1, used: 1, held: 0 }]);
    const { data: records } = (await kim.get(own('audits'))).body as { data: object[] };
    expect(JSON.stringify(records)).toContain('"capacity":1');
  });

  it('void a code, and a batch', async () => {
    const { id, codes } = await gifts({ count: 2 });
    const { data } = (await kim.get(own(`redeem_batches/${id}/codes`))).body as { data: { id: number }[] };
    expect((await kim.post(own(`redeem_codes/${data[0].id}/void`))).status).toBe(204);
    expect((await entered(codes[0])).problems).toEqual(['Code is no longer valid.']);
    expect((await entered(codes[1])).status).toBe(303);
    const { body } = await kim.post(own(`redeem_batches/${id}/void`));
    expect(body).toMatchObject({ codes: 2, voided: 2 });
    expect((await entered(codes[1])).problems).toEqual(['Code is no longer valid.']);
    expect((await kim.post(own(`redeem_batches/${id}/void`))).status).toBe(409);
    expect((await kim.post(own(`redeem_codes/${data[1].id}/void`))).status).toBe(409);
  });

  it.each([
    [{ plans: [] }, '#/plans'],
    [{ discount: 'amount', value: '1.00' }, '#/discount'],
    [{ max_uses: 2 }, '#/max_uses'],
    [{ kind: 'coupon' }, '#/discount'],
    [{ kind: 'coupon', discount: 'percent' }, '#/value'],
    [{ kind: 'coupon', discount: 'percent', value: '101' }, '#/value'],
    [{ starts_at: '2027-02-01T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }, '#/ends_at'],
    [{ ends_at: 'tomorrow' }, '#/ends_at'],
    [{ count: 5001 }, '#/count'],
    [{ capacity: 0 }, '#/capacity'],
    [{ capacity: 1_000_001 }, '#/capacity'],
  ])('make no batch with %j', async (facts, pointer) => {
    const usual = { name: 'Letters', kind: 'gift', count: 1, plans: [plan.id], covers_shipping: false };
    const { status, body } = await kim.post(own('redeem_batches'), { ...usual, ...facts });
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });
});

it('codes are neither in the log, nor in records and other rows of the database', async () => {
  const { codes } = await gifts({ count: 2 });
  const answer = await entered(codes[0]);
  const details = await (await answer.follow()).submit({ ...SIGN_UP, accept_terms: 'true' });
  await (await details.follow()).submit();
  await entered(codes[1].toLowerCase());
  expect((await orders()).length).toBe(1);
  const rows = await dump();
  expect(log.text).toContain('/redeem');
  for (const code of codes.flatMap((one) => [one, one.replaceAll('-', ''), one.toLowerCase()])) {
    expect(log.text).not.toContain(code);
    expect(rows).not.toContain(code);
  }
});

/** All rows as text. */
async function dump(): Promise<string> {
  const tables = await t.db.query<{ name: string }[]>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push(
      ...(await t.db.query<{ row: string }[]>(`SELECT x::text AS row FROM ${name} x`)).map(({ row }) => row),
    );
  return texts.join('\n');
}
