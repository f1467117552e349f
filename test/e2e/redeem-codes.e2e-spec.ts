import { randomUUID } from 'node:crypto';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { openPlaced } from '../support/payments/placed-order';
import { Pages, type VisitedPage } from '../support/pages';
import { SIGN_UP } from '../support/sign-up';
import { staffOf, type StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The demo bank over HTTP, and a browser without JavaScript.
const t = testApp(withDemoBank);

let plan: Plan;
let pages: Pages;
let kim: StaffClient;

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
  const made = await kim.post(
    own('redeem_batches'),
    { name: 'Letters', count: 1, covers_shipping: false, ...facts },
    { 'idempotency-key': randomUUID() },
  );
  expect(made.status).toBe(200);
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

void [openPlaced, payByCard];
