import { type Receipt, receiptFacts, refundFacts } from './mail-facts';

const CLUB = { timeZone: 'America/Los_Angeles', taxRate: null, taxText: null };
const RECEIPT: Receipt = {
  number: 17,
  paidAt: new Date('2026-06-15T03:00:00Z'),
  planName: 'Gold',
  currency: 'USD',
  subtotal: '24.99',
  discount: '0.00',
  shipping: '0.00',
  total: '24.99',
  term: {
    start: new Date('2026-06-15T03:00:00Z'),
    end: new Date('2027-06-15T03:00:00Z'),
    isQueued: false,
  },
  card: { brand: 'visa', last4: '4242' },
};

const linesOf = (...[club, receipt]: Parameters<typeof receiptFacts>): string[] =>
  receiptFacts(club, receipt).rows.map(({ label, value }) => `${label}: ${value}`);

describe('a receipt', () => {
  it('has number, day, plan, total, card and term', () => {
    expect(linesOf(CLUB, RECEIPT)).toEqual([
      'Receipt number: 17',
      'Date: June 14, 2026',
      'Gold: $24.99',
      'Total: $24.99',
      'Paid by: Visa ending in 4242',
      'Membership: June 14, 2026 to June 14, 2027',
    ]);
  });

  it('has discount, shipping and the included tax, if there are any', () => {
    const amounts = { subtotal: '24.99', discount: '5.00', shipping: '5.01', total: '25.00' };
    const club = { ...CLUB, taxRate: '19.00', taxText: 'VAT' };
    expect(linesOf(club, { ...RECEIPT, ...amounts }).slice(2, 7)).toEqual([
      'Gold: $24.99',
      'Discount: −$5.00',
      'Shipping: $5.01',
      'Total: $25.00',
      'Included VAT (19%): $3.99',
    ]);
    expect(linesOf({ ...CLUB, taxRate: '7.70' }, RECEIPT)).toContain('Included tax (7.7%): $1.79');
  });

  it('says when a membership without end began, and nothing of an unknown card', () => {
    const term = { ...RECEIPT.term!, end: null };
    expect(linesOf(CLUB, { ...RECEIPT, term, card: null }).slice(-2)).toEqual([
      'Total: $24.99',
      'Membership: from June 14, 2026',
    ]);
  });
});

it('the receipt of a gift for somebody else says where its code is, and has no term', () => {
  const lines = linesOf(CLUB, { ...RECEIPT, term: null });
  expect(lines).toContain('Gift: Gold: $24.99');
  expect(lines.at(-1)).toBe('Code and card: on the page of your order');
});

it('the news of a refund has the amount, the receipt and the card', () => {
  const refund = { planName: 'Gold', amount: '5.00', currency: 'USD', receipt: 17 };
  expect(refundFacts({ ...refund, card: { brand: 'other', last4: '0005' } })).toEqual({
    plan: 'Gold',
    amount: '$5.00',
    rows: [
      { label: 'Amount', value: '$5.00' },
      { label: 'For', value: 'Gold' },
      { label: 'Receipt number', value: '17' },
      { label: 'Card', value: 'Card ending in 0005' },
    ],
  });
});
