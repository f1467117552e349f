import {
  type CheckoutToOpen,
  type Hint,
  Misconfigured,
  type Observed,
  type PaymentProvider,
} from '../../../src/domains/payment-providers';

/** A provider under test. */
export interface ContractWorld {
  readonly provider: PaymentProvider;
  /** The fan club of the account. */
  readonly fanclubId: number;
  readonly now: Date;
  /** Types a card on a page of the provider, as a buyer does; with `confirms`, answers the question of the card's bank. */
  pay(url: string, card: string, confirms?: boolean): Promise<void>;
  /** Decides all open disputes at the provider; `won` is for the fan club. */
  decide(outcome: 'won' | 'lost'): Promise<void>;
  /** Moves the provider's time. */
  advance(minutes: number): void;
}

/** The test cards, which are the same at all providers. */
export const CARDS = {
  works: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  expired: '4000000000000069',
  stolen: '4000000000009979',
  confirmsOnce: '4000002500003155',
  confirmsAlways: '4000002760003184',
  declinedLater: '4000000000000341',
  refundFails: '4000000000005126',
  disputed: '4000000000000259',
} as const;

/** The tests that every adapter must pass. Each test has its own provider. */
export function describeContract(name: string, open: () => Promise<ContractWorld>): void {
  describe(`${name}, by the contract of payment providers`, () => {
    let world: ContractWorld;
    let customer: string;
    let next = 1;

    beforeEach(async () => {
      world = await open();
      customer = await world.provider.addCustomer({
        fanclubId: world.fanclubId,
        customerId: 5,
        email: 'ada@x.example',
        name: 'Ada Lovelace',
        idempotencyKey: 'customer-1-5',
      });
    });

    const payment = (facts: Partial<CheckoutToOpen> = {}): CheckoutToOpen => {
      const id = (next += 1);
      return {
        id,
        fanclubId: world.fanclubId,
        orderId: id + 100,
        customer,
        idempotencyKey: `key-${id}`,
        amount: '29.99',
        currency: 'USD',
        description: 'Gold (The Lanterns)',
        saveCard: false,
        lines: [
          { name: 'Gold', amount: '24.99' },
          { name: 'Shipping', amount: '5.00' },
        ],
        returnUrl: 'http://127.0.0.1:1/orders/1/return',
        cancelUrl: 'http://127.0.0.1:1/orders/1',
        expiresAt: new Date(world.now.getTime() + 35 * 60_000),
        ...facts,
      };
    };
    /** A payment whose buyer typed a card. */
    async function paid(card: string, facts: Partial<CheckoutToOpen> = {}, confirms?: boolean) {
      const page = await world.provider.openCheckout(payment(facts));
      await world.pay(page.url, card, confirms);
      return { page, seen: await observe(page.ref) };
    }
    const observe = (session: string): Promise<Observed> =>
      world.provider.observe({ session, payment: null });
    async function hintsSince(since: Date): Promise<Hint[]> {
      const hints: Hint[] = [];
      for await (const hint of world.provider.recent(since)) hints.push(hint);
      return hints;
    }
    async function savedCard(card: string): Promise<string> {
      const { seen } = await paid(card, { saveCard: true }, true);
      return seen.card!.ref!;
    }

    it('has its payment pages at the origin that it names', async () => {
      const { url } = await world.provider.openCheckout(payment());
      expect(new URL(url).origin).toBe(world.provider.pageOrigin);
    });

    it('knows a customer by the key', async () => {
      const again = await world.provider.addCustomer({
        fanclubId: world.fanclubId,
        customerId: 5,
        email: 'ada@x.example',
        name: 'Ada Lovelace',
        idempotencyKey: 'customer-1-5',
      });
      expect(again).toBe(customer);
    });

    it('gets another e-mail address or name of a customer, unless the customer was deleted', async () => {
      const facts = { email: 'ada@y.example', name: null };
      expect(await world.provider.updateCustomer(customer, facts)).toBe(true);
      expect(await world.provider.updateCustomer(customer, { ...facts, name: 'Ada King' })).toBe(true);
      await world.provider.deleteCustomer(customer);
      expect(await world.provider.updateCustomer(customer, facts)).toBe(false);
      expect(await world.provider.updateCustomer('customer_of_nobody', facts)).toBe(false);
    });

    it('adds a customer again that was deleted, also with the same key', async () => {
      const asked = {
        fanclubId: world.fanclubId,
        customerId: 5,
        email: 'ada@x.example',
        name: 'Ada Lovelace',
        idempotencyKey: 'customer-1-5',
      };
      await world.provider.deleteCustomer(customer);
      const second = await world.provider.addCustomer(asked);
      expect(second).not.toBe(customer);
      expect(await world.provider.addCustomer(asked)).toBe(second);
      await world.provider.openCheckout(payment({ customer: second }));
      await world.provider.deleteCustomer(second);
      const third = await world.provider.addCustomer(asked);
      await world.provider.openCheckout(payment({ customer: third }));
    });

    it('opens the same page for the same key', async () => {
      const asked = payment();
      const [one, other] = [
        await world.provider.openCheckout(asked),
        await world.provider.openCheckout(asked),
      ];
      expect(other).toEqual(one);
      expect(await observe(one.ref)).toMatchObject({
        outcome: 'open',
        amount: '29.99',
        currency: 'USD',
        card: null,
        failure: null,
        refs: { session: one.ref },
      });
    });

    it('refuses a key that was used for something else', async () => {
      const asked = payment();
      await world.provider.openCheckout(asked);
      const other = payment({ idempotencyKey: asked.idempotencyKey });
      await expect(world.provider.openCheckout(other)).rejects.toThrow(Misconfigured);
    });

    it('takes money, and keeps no card without consent', async () => {
      const { page, seen } = await paid(CARDS.works);
      expect(seen).toMatchObject({
        outcome: 'succeeded',
        amount: '29.99',
        currency: 'USD',
        failure: null,
        refs: { session: page.ref, payment: expect.any(String) },
        card: { ref: null, brand: 'visa', last4: '4242' },
        billing: { name: 'Ada Lovelace', country: 'US' },
      });
      const byPayment = await world.provider.observe({ session: null, payment: seen.refs.payment });
      expect(byPayment).toMatchObject({
        outcome: 'succeeded',
        amount: '29.99',
        card: seen.card,
        billing: seen.billing,
      });
    });

    it('takes amounts of a currency without decimals', async () => {
      const lines = [{ name: 'Gold', amount: '2500.00' }];
      const { seen } = await paid(CARDS.works, { amount: '2500.00', currency: 'JPY', lines });
      expect(seen).toMatchObject({ outcome: 'succeeded', amount: '2500.00', currency: 'JPY' });
    });

    it.each([
      ['declined', 'card_declined', 'new_card'],
      ['poor', 'insufficient_funds', 'retry'],
      ['expired', 'expired_card', 'new_card'],
      ['stolen', 'stolen_card', 'none'],
    ] as const)('a %s card fails with %s, and another card can pay', async (card, code, advice) => {
      const { page, seen } = await paid(CARDS[card]);
      expect(seen).toMatchObject({ outcome: 'open', failure: { code, advice } });
      await world.pay(page.url, CARDS.works);
      expect(await observe(page.ref)).toMatchObject({ outcome: 'succeeded', failure: null });
    });

    it('asks the owner of the card, who may refuse', async () => {
      const { page, seen } = await paid(CARDS.confirmsOnce, {}, false);
      expect(seen.outcome).toBe('open');
      await world.pay(page.url, CARDS.confirmsOnce, true);
      expect((await observe(page.ref)).outcome).toBe('succeeded');
    });

    it('abandons an open page for good, and says if it was paid before', async () => {
      const open = await world.provider.openCheckout(payment());
      const closed = await world.provider.abandon({ session: open.ref, payment: null });
      expect(closed.outcome).toBe('expired');
      await world.pay(open.url, CARDS.works).catch(() => undefined);
      expect((await observe(open.ref)).outcome).toBe('expired');
      const { page } = await paid(CARDS.works);
      const late = await world.provider.abandon({ session: page.ref, payment: null });
      expect(late.outcome).toBe('succeeded');
    });

    it('lets a page expire', async () => {
      const page = await world.provider.openCheckout(payment());
      world.advance(36);
      expect((await observe(page.ref)).outcome).toBe('expired');
    });

    it('finds a payment by our id, open or paid, and none that it never got', async () => {
      const asked = payment();
      const lost = { id: asked.id, customer, requestedAt: world.now };
      expect(await world.provider.find(lost)).toBeNull();
      const page = await world.provider.openCheckout(asked);
      expect(await world.provider.find(lost)).toMatchObject({ outcome: 'open', refs: { session: page.ref } });
      await world.pay(page.url, CARDS.works);
      expect(await world.provider.find(lost)).toMatchObject({ outcome: 'succeeded' });
    });

    it('refunds in parts, once per key, and no more than was paid', async () => {
      const { seen } = await paid(CARDS.works);
      const refund = { id: 1, fanclubId: world.fanclubId, payment: seen.refs.payment!, currency: 'USD' };
      const part = { ...refund, amount: '9.99', idempotencyKey: 'refund-1' };
      const one = await world.provider.refund(part);
      expect(one).toMatchObject({ outcome: 'succeeded', amount: '9.99', currency: 'USD' });
      expect(await world.provider.refund(part)).toEqual(one);
      expect(await world.provider.observeRefund(one.ref)).toEqual(one);
      const rest = { ...refund, id: 2, amount: '20.01', idempotencyKey: 'refund-2' };
      await expect(world.provider.refund(rest)).rejects.toThrow(Misconfigured);
      await world.provider.refund({ ...rest, amount: '20.00', idempotencyKey: 'refund-3' });
    });

    it('lists the refunds of a payment with our ids', async () => {
      const { seen } = await paid(CARDS.works);
      const payment = seen.refs.payment!;
      expect(await world.provider.refundsOf(payment)).toEqual([]);
      const asked = {
        id: 1,
        fanclubId: world.fanclubId,
        payment,
        currency: 'USD',
        amount: '9.99',
        idempotencyKey: 'refund-1',
      };
      const one = await world.provider.refund(asked);
      const two = await world.provider.refund({
        ...asked,
        id: 2,
        amount: '5.00',
        idempotencyKey: 'refund-2',
      });
      expect(one).toMatchObject({ payment, ownNumber: 1 });
      expect(new Set(await world.provider.refundsOf(payment))).toEqual(new Set([one, two]));
    });

    it('tells later that a refund failed', async () => {
      const { seen } = await paid(CARDS.refundFails);
      const { ref } = await world.provider.refund({
        id: 1,
        fanclubId: world.fanclubId,
        payment: seen.refs.payment!,
        currency: 'USD',
        amount: '29.99',
        idempotencyKey: 'refund-1',
      });
      world.advance(2);
      expect(await world.provider.observeRefund(ref)).toMatchObject({
        outcome: 'failed',
        failure: expect.any(String),
      });
    });

    it.each([
      ['works', 'succeeded', null],
      ['confirmsOnce', 'succeeded', null],
      ['confirmsAlways', 'failed', 'authenticate'],
      ['declinedLater', 'failed', 'new_card'],
    ] as const)('a saved card that %s, charged later, has %s', async (card, outcome, advice) => {
      const ref = await savedCard(CARDS[card]);
      const asked = payment({ amount: '24.99', lines: [{ name: 'Gold', amount: '24.99' }] });
      const seen = await world.provider.charge(asked, ref);
      expect([seen.outcome, seen.failure?.advice ?? null]).toEqual([outcome, advice]);
      expect(await world.provider.charge(asked, ref)).toEqual(seen);
    });

    it('says which card was charged later, and whose it is', async () => {
      const ref = await savedCard(CARDS.works);
      const seen = await world.provider.charge(payment(), ref);
      expect(seen).toMatchObject({
        card: { ref, brand: 'visa', last4: '4242' },
        billing: { name: 'Ada Lovelace', country: 'US' },
      });
    });

    it('saves a card on a page of its own, and deletes it', async () => {
      const page = await world.provider.openCardPage({
        id: 7,
        fanclubId: world.fanclubId,
        customer,
        currency: 'USD',
        idempotencyKey: 'card-7',
        returnUrl: 'http://127.0.0.1:1/saved-card',
        cancelUrl: 'http://127.0.0.1:1/saved-card',
        expiresAt: new Date(world.now.getTime() + 35 * 60_000),
      });
      expect(await world.provider.observeCardPage(page.ref)).toEqual({ outcome: 'open', card: null });
      await world.pay(page.url, CARDS.works);
      const { outcome, card } = await world.provider.observeCardPage(page.ref);
      expect([outcome, card]).toEqual([
        'succeeded',
        expect.objectContaining({ brand: 'visa', last4: '4242' }),
      ]);
      await world.provider.deleteCard(card!.ref!);
      await expect(world.provider.charge(payment(), card!.ref!)).rejects.toThrow(Misconfigured);
      await world.provider.deleteCustomer(customer);
    });

    it('shows a saved card until it is deleted, and tells that it was', async () => {
      const ref = await savedCard(CARDS.works);
      const card = { ref, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 };
      expect(await world.provider.observeCard(ref)).toEqual(card);
      await world.provider.deleteCard(ref);
      expect(await world.provider.observeCard(ref)).toBeNull();
      expect(await world.provider.observeCard('card_of_nobody')).toBeNull();
      expect(await hintsSince(new Date(world.now.getTime() - 60_000))).toContainEqual(
        expect.objectContaining({ subject: 'card', object: ref, ownNumber: null }),
      );
    });

    it('deletes a customer with its cards, and tells so', async () => {
      const ref = await savedCard(CARDS.works);
      await world.provider.deleteCustomer(customer);
      expect(await world.provider.observeCard(ref)).toBeNull();
      expect(await hintsSince(new Date(world.now.getTime() - 60_000))).toContainEqual(
        expect.objectContaining({ subject: 'customer', object: customer, ownNumber: null }),
      );
    });

    it('lists its events and what it took', async () => {
      const { page, seen } = await paid(CARDS.works);
      await world.provider.refund({
        id: 1,
        fanclubId: world.fanclubId,
        payment: seen.refs.payment!,
        currency: 'USD',
        amount: '9.99',
        idempotencyKey: 'refund-1',
      });
      const before = new Date(world.now.getTime() - 60_000);
      const after = new Date(world.now.getTime() + 60_000);
      const hints = await hintsSince(before);
      expect(hints).toContainEqual(
        expect.objectContaining({ subject: 'payment', object: page.ref, ownNumber: next }),
      );
      const taken = [];
      for await (const one of world.provider.taken(before, after)) taken.push(one);
      expect(taken).toContainEqual(
        expect.objectContaining({
          payment: seen.refs.payment,
          ownNumber: next,
          amount: '29.99',
          currency: 'USD',
          refunded: '9.99',
        }),
      );
    });

    it('took nothing of another fan club that shares the account', async () => {
      const { seen } = await paid(CARDS.works);
      const other = await paid(CARDS.disputed, { fanclubId: world.fanclubId + 1 });
      const taken = [];
      for await (const one of world.provider.taken(new Date(0), world.now)) taken.push(one.payment);
      expect(taken).toEqual([seen.refs.payment]);
      const moved = [];
      for await (const one of world.provider.movements(new Date(0), world.now)) moved.push(one.reference);
      expect(moved).toEqual([seen.refs.payment]);
      expect(other.seen.outcome).toBe('succeeded');
    });

    const noticeOf = (payment: string | null) =>
      expect.objectContaining({ subject: 'dispute', object: payment });

    it('tells of a dispute, which leaves the payment as it is and cannot be refunded', async () => {
      const asked = payment();
      const page = await world.provider.openCheckout(asked);
      await world.pay(page.url, CARDS.disputed);
      const seen = await observe(page.ref);
      expect(seen.outcome).toBe('succeeded');
      const since = new Date(world.now.getTime() - 60_000);
      expect(await hintsSince(since)).toContainEqual(noticeOf(seen.refs.payment));
      const open = {
        ref: expect.any(String),
        payment: seen.refs.payment,
        ownNumber: asked.id,
        outcome: 'open',
        amount: '29.99',
        currency: 'USD',
        openedAt: world.now,
      };
      expect(await world.provider.disputesOf(seen.refs.payment!)).toEqual([open]);
      const listed = [];
      for await (const one of world.provider.disputesSince(since)) listed.push(one);
      expect(listed).toEqual([open]);
      const refund = { id: 1, fanclubId: world.fanclubId, amount: '5.00', currency: 'USD' };
      const wanted = { ...refund, payment: seen.refs.payment!, idempotencyKey: 'refund-of-disputed' };
      await expect(world.provider.refund(wanted)).rejects.toThrow(Misconfigured);
    });

    it.each(['won', 'lost'] as const)('tells that a dispute is %s', async (outcome) => {
      const { seen } = await paid(CARDS.disputed);
      const since = new Date(world.now.getTime() - 60_000);
      const before = (await hintsSince(since)).length;
      await world.decide(outcome);
      const found = await world.provider.disputesOf(seen.refs.payment!);
      expect(found).toMatchObject([{ outcome, amount: '29.99' }]);
      expect((await hintsSince(since)).length).toBe(before + 1);
      expect(await observe(seen.refs.session!)).toMatchObject({ outcome: 'succeeded' });
    });

    it('has no disputes of a payment that nobody disputes, nor those of another fan club', async () => {
      const { seen } = await paid(CARDS.works);
      expect(await world.provider.disputesOf(seen.refs.payment!)).toEqual([]);
      await paid(CARDS.disputed, { fanclubId: world.fanclubId + 1 });
      const listed = [];
      for await (const one of world.provider.disputesSince(new Date(0))) listed.push(one);
      expect(listed).toEqual([]);
    });

    it('lists the movements of money: payments, refunds, and refunds that failed later', async () => {
      const from = world.now;
      const { seen } = await paid(CARDS.works);
      const { seen: other } = await paid(CARDS.refundFails);
      await paid(CARDS.declined);
      const refund = async (payment: string, amount: string, id: number) =>
        world.provider.refund({
          ...{ id, fanclubId: world.fanclubId, payment, amount, currency: 'USD' },
          idempotencyKey: `movement-${id}`,
        });
      const { seen: disputed } = await paid(CARDS.disputed);
      const [opened] = await world.provider.disputesOf(disputed.refs.payment!);
      const part = await refund(seen.refs.payment!, '9.99', 901);
      const failing = await refund(other.refs.payment!, '29.99', 902);
      world.advance(2);
      await world.provider.observeRefund(failing.ref);
      await world.decide('won');
      const found: unknown[] = [];
      const until = new Date(from.getTime() + 10 * 60_000);
      for await (const { kind, reference, amount, currency } of world.provider.movements(from, until))
        found.push([kind, reference, amount, currency]);
      expect(found).toHaveLength(8);
      expect(found).toEqual(
        expect.arrayContaining([
          ['payment', seen.refs.payment, '29.99', 'USD'],
          ['payment', other.refs.payment, '29.99', 'USD'],
          ['refund', part.ref, '-9.99', 'USD'],
          ['refund', failing.ref, '-29.99', 'USD'],
          ['refund_failed', failing.ref, '29.99', 'USD'],
          ['payment', disputed.refs.payment, '29.99', 'USD'],
          ['dispute', opened.ref, '-29.99', 'USD'],
          ['dispute_won', opened.ref, '29.99', 'USD'],
        ]),
      );
      const later = new Date(until.getTime() + 1000);
      for await (const one of world.provider.movements(until, later)) expect(one).toBeNull();
    });
  });
}
