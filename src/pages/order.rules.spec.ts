import { somePlan } from '#domains/plans/plan.fixtures';
import { fanclubInfo } from '#platform/access/viewer.fixtures';
import type { OwnOrder } from '#domains/payments';
import { orderView, type PaymentStep } from './order.rules';

const club = fanclubInfo({ timeZone: 'UTC', supportEmail: 'help@lanterns.example' });
const amounts = { subtotal: '24.99', discount: '0.00', shipping: '0.00', total: '24.99', currency: 'USD' };
const STEP: PaymentStep = {
  payAt: null,
  trouble: null,
  checkout: '/checkout',
  self: '/orders/1',
  isUnconfirmed: false,
};

type Facts = Partial<Omit<OwnOrder, 'order'>> & { order?: Partial<OwnOrder['order']> };

/** The page of an order for the plan “Gold”. */
function pageOf({ order, ...facts }: Facts, step: Partial<PaymentStep> = {}) {
  const own: OwnOrder = {
    order: {
      id: 1,
      customerId: 2,
      planId: 3,
      reference: 'r',
      kind: 'new',
      ...amounts,
      replaces: null,
      renews: null,
      renewalConsent: null,
      payUntil: null,
      receiptNumber: null,
      createdAt: new Date(),
      paidAt: null,
      refundedAt: null,
      closedAt: null,
      closedReason: null,
      ...order,
    },
    plan: somePlan({ name: 'Gold' }),
    progress: 'to_pay',
    failure: null,
    begins: null,
    ...facts,
  };
  const view = orderView(own, club, { ...STEP, ...step });
  return { ...view, text: view.paragraphs.join(' ') };
}

it('the page of a bought gift has no row for the shipping, which its recipient pays', () => {
  const box = { name: 'Box', description: null, domestic: '0.00', international: '0.00', items: [] };
  const plan = somePlan({ name: 'Gold', package: box });
  const items = (kind: 'new' | 'gift_purchase') =>
    pageOf({ plan, order: { kind } }).rows.map(({ item }) => item);
  expect(items('new')).toEqual(['Gold', 'Shipping', 'Total']);
  expect(items('gift_purchase')).toEqual(['Gift: Gold', 'Total']);
});

describe('the page of a paid order', () => {
  it('says that the payment has arrived, and the membership has begun', () => {
    const { text } = pageOf({ progress: 'paid', order: { receiptNumber: 7 } });
    expect(text).toBe('Your payment has arrived. Your membership “Gold” has begun. Receipt number: 7.');
  });

  it.each([
    ['free', { total: null, subtotal: null, discount: null, shipping: null }],
    ['gifted', { kind: 'gift' as const, discount: '24.99', total: '0.00' }],
  ])('says nothing of a payment for a %s order', (_, order) => {
    expect(pageOf({ progress: 'paid', order }).text).toBe('Your membership “Gold” has begun.');
  });

  it('says when a membership begins that was queued', () => {
    const begins = new Date('2026-12-31T12:00:00Z');
    expect(pageOf({ progress: 'paid', begins, order: { kind: 'conversion' } }).text).toBe(
      'Your payment has arrived. Your membership “Gold” begins on December 31, 2026, when your present one ends.',
    );
  });

  it('says of what follows a trial that it has begun, if it began at once', () => {
    expect(pageOf({ progress: 'paid', order: { kind: 'conversion' } }).text).toContain('has begun.');
  });
});

describe('the page of an order that has ended', () => {
  it.each([
    ['cancelled', 'You cancelled it.'],
    ['superseded', 'Another order took its place.'],
    ['withdrawn', 'The plan is not sold any more.'],
    ['expired', 'It was not paid in time.'],
  ] as const)('says why: %s', (closedReason, sentence) => {
    const { text } = pageOf({ progress: 'closed', order: { closedReason } });
    expect(text).toBe(`${sentence} Nothing was taken from your card.`);
  });

  it('leads to the offer, or to the site if its buyer has the plan by now', () => {
    const closed = { progress: 'closed', order: { closedReason: 'superseded' } } as const;
    expect(pageOf(closed).action).toEqual({ label: 'See the offer', href: '/checkout' });
    expect(pageOf(closed, { checkout: null }).action).toEqual({
      label: `Continue to ${club.name}`,
      href: club.siteUrl,
    });
  });

  it('says that the money goes back, if some arrived', () => {
    const { text } = pageOf({ progress: 'closed', order: { closedReason: 'given_up' } });
    expect(text).toBe(
      'Its payment did not arrive as expected: another amount, a second payment, or none. Money that arrived goes back to your card. ' +
        'If it does not arrive, write to help@lanterns.example.',
    );
  });
});

describe('the page of an order whose payment page cannot be opened', () => {
  it.each([
    ['unavailable', 'The payment service does not answer at the moment.'],
    ['misconfigured', 'The fan club has to repair something first.'],
  ] as const)('says why: %s', (trouble, sentence) => {
    const { heading, text } = pageOf({}, { trouble });
    expect(heading).toBe('The payment has to wait');
    expect(text).toContain(`${sentence} Your order is kept, and nothing was taken from your card.`);
  });
});
