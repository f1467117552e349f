import { readFileSync } from 'node:fs';
import { MemoryStore } from '../../test/support/payments/memory-store';
import { Bank, type SessionToOpen } from './bank';
import { TEST_CARDS, testCard } from './test-cards';

const NOON = new Date('2026-06-15T12:00:00Z');
const LATER = new Date('2026-06-15T13:00:00Z');

let store: MemoryStore;
let bank: Bank;
let customer: string;

beforeEach(async () => {
  store = new MemoryStore(() => NOON);
  bank = new Bank(store, NOON);
  customer = (await bank.addCustomer({ email: 'ada@x.example', name: 'Ada' }, 'customer')).ref;
});

const asked = (): SessionToOpen => ({
  mode: 'payment',
  customer,
  amount: 2499,
  currency: 'USD',
  description: 'Gold',
  savesCard: true,
  lines: [{ name: 'Gold', amount: 2499 }],
  returnUrl: 'http://127.0.0.1:1/return',
  cancelUrl: 'http://127.0.0.1:1/',
  expiresAt: '2026-06-15T12:35:00.000Z',
  metadata: { id: '7' },
});
const BUYER = { name: 'Ada', country: 'US', postalCode: null };

async function bought(number: string) {
  const { ref } = await bank.openSession(asked(), `session-${number}`);
  await bank.submit(ref, { card: testCard(number)!, ...BUYER });
  return bank.confirm(ref, true);
}
const events = async () =>
  (await store.list('event', new Date(0), LATER)).map(({ content: { type, object } }) => [type, object]);

// On the page; then, for those that pay, a later charge of the saved card.
const DOES: Readonly<Record<string, readonly [page: string, later?: string]>> = {
  '4242424242424242': ['complete', 'succeeded'],
  '4000000000000002': ['card_declined new_card'],
  '4000000000009995': ['insufficient_funds retry'],
  '4000000000000069': ['expired_card new_card'],
  '4000000000009979': ['stolen_card none'],
  '4000002500003155': ['complete', 'succeeded'],
  '4000002760003184': ['complete', 'authentication_required authenticate'],
  '4000000000000341': ['complete', 'card_declined new_card'],
  '4000000000005126': ['complete', 'succeeded'],
  '4000000000000259': ['complete', 'succeeded'],
};

it.each(TEST_CARDS.map(({ number }) => number))('the card %s does what the table says', async (number) => {
  const { content } = await bought(number);
  const { failure, status } = content;
  expect(failure ? `${failure.code} ${failure.advice}` : status).toBe(DOES[number][0]);
  if (content.card === null) return;
  const charge = { customer, card: content.card, amount: 2499, currency: 'USD', metadata: {} };
  const { content: later } = await bank.charge(charge, 'charge');
  const { failure: why } = later;
  expect(why ? `${why.code} ${why.advice}` : later.status).toBe(DOES[number][1]);
});

it('the README of the demo lists every card', () => {
  const listed = [...readFileSync('demo/README.md', 'utf8').matchAll(/^\| `([\d ]{19})` /gm)];
  expect(listed.map(([, number]) => testCard(number)?.number)).toEqual(
    TEST_CARDS.map(({ number }) => number),
  );
});

describe('the demo bank', () => {
  it('answers the same for a key with the same parameters in any order, and refuses it with others', async () => {
    const one = await bank.openSession(asked(), 'key');
    const reversed = Object.fromEntries(Object.entries(asked()).reverse()) as unknown as SessionToOpen;
    expect(await bank.openSession(reversed, 'key')).toEqual(one);
    await expect(bank.openSession({ ...asked(), description: 'Silver' }, 'key')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      status: 409,
    });
    await expect(bank.openSession(asked(), '')).rejects.toMatchObject({ code: 'idempotency_key_missing' });
    expect(store.sleepers).toEqual([{ kind: 'session', ref: one.ref, at: new Date(asked().expiresAt) }]);
  });

  it('ends a page when its time is over, or its customer is deleted, and tells so once', async () => {
    const { ref } = await bank.openSession(asked(), 'one');
    await new Bank(store, LATER).wake('session', ref);
    await new Bank(store, LATER).wake('session', ref);
    expect(await events()).toEqual([['session.expired', ref]]);
    const other = await bank.openSession(asked(), 'two');
    await bank.deleteCustomer(customer);
    expect((await bank.submit(other.ref, { card: TEST_CARDS[0], ...BUYER })).content.status).toBe('expired');
  });

  it('fails a refund to some cards a minute later, and gives the money back to the payment', async () => {
    const { content } = await bought('4000000000005126');
    const refund = { payment: content.payment!, amount: 1000, metadata: {} };
    const { ref } = await bank.refunds.make(refund, 'refund');
    expect((await bank.refunds.observe(ref)).content.status).toBe('succeeded');
    expect((await bank.paymentOf(content.payment!)).content.refunded).toBe(1000);
    await new Bank(store, store.sleepers.at(-1)!.at).wake('refund', ref);
    expect((await bank.refunds.observe(ref)).content.status).toBe('failed');
    expect((await bank.paymentOf(content.payment!)).content.refunded).toBe(0);
    expect(await events()).toContainEqual(['refund.failed', ref]);
  });

  it('tells that a payment is disputed', async () => {
    const { ref, content } = await bought('4000000000000259');
    expect(await events()).toEqual([
      ['session.completed', ref],
      ['dispute.created', content.payment],
    ]);
  });
});
