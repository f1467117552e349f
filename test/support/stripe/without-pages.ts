import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckoutToOpen, Misconfigured } from '../../../src/domains/payment-providers';
import type { StripeProvider } from '../../../src/domains/payment-providers/stripe/stripe-provider';

/** Where the tests run. */
export interface StripeWorld {
  readonly provider: StripeProvider;
  readonly now: () => Date;
  /** Part of all keys, so that runs do not meet. */
  readonly run: string;
  /** Where Stripe's API is, and the key for it. */
  readonly api: string;
  readonly secret: string;
}

/** Milliseconds to wait for an event. */
const PATIENCE = 20_000;

/** What the adapter does without anybody on a page: the part of the contract of providers that runs against Stripe itself. */
export function describeWithoutPages(name: string, open: () => Promise<StripeWorld>): void {
  describe(`the adapter for Stripe, at ${name}`, () => {
    let world: StripeWorld;
    let customer: string;
    let next = 1;

    beforeAll(async () => {
      world = await open();
      customer = await world.provider.addCustomer(ada());
    });

    const ada = () => ({
      ...{ fanclubId: 1, customerId: 5, email: 'ada@example.com', name: 'Ada Lovelace' },
      idempotencyKey: `customer-${world.run}`,
    });
    const payment = (facts: Partial<CheckoutToOpen> = {}): CheckoutToOpen => {
      const id = (next += 1);
      return {
        ...{ id, fanclubId: 1, orderId: id + 100, customer, idempotencyKey: `key-${id}-${world.run}` },
        ...{ amount: '29.99', currency: 'USD', description: 'Gold (The Lanterns)', saveCard: false },
        lines: [
          { name: 'Gold', amount: '24.99' },
          { name: 'Shipping', amount: '5.00' },
        ],
        returnUrl: 'https://fans.example/orders/1/return',
        cancelUrl: 'https://fans.example/orders/1',
        expiresAt: new Date(world.now().getTime() + 35 * 60_000),
        ...facts,
      };
    };

    /** A test card that belongs to the customer, as if it had been saved on a page. */
    async function savedCard(token: string): Promise<string> {
      const answer = await fetch(`${world.api}/v1/payment_methods/${token}/attach`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.secret}` },
        body: new URLSearchParams({ customer }),
      });
      const { id } = (await answer.json()) as { id?: string };
      if (id === undefined) throw new Error(`no card of ${token}: ${answer.status}`);
      return id;
    }

    it('asks who the account is', async () => {
      expect(await world.provider.account()).toMatchObject({
        ...{
          ref: expect.stringMatching(/^acct_/),
          live: false,
          currency: expect.stringMatching(/^[A-Z]{3}$/),
        },
      });
    });

    it('knows a customer by the key', async () => {
      expect(await world.provider.addCustomer(ada())).toBe(customer);
    });

    it('opens one page for a key, finds it by our id, and abandons it', async () => {
      const asked = payment();
      const since = new Date(world.now().getTime() - 1000);
      const page = await world.provider.openCheckout(asked);
      expect((await world.provider.openCheckout(asked)).ref).toBe(page.ref);
      const other = payment({ idempotencyKey: asked.idempotencyKey });
      await expect(world.provider.openCheckout(other)).rejects.toThrow(Misconfigured);
      const lost = { id: asked.id, customer, requestedAt: since };
      expect(await world.provider.find(lost)).toMatchObject({
        ...{ outcome: 'open', amount: '29.99', currency: 'USD', refs: { session: page.ref } },
      });
      const refs = { session: page.ref, payment: null };
      expect((await world.provider.abandon(refs)).outcome).toBe('expired');
      expect((await world.provider.abandon(refs)).outcome).toBe('expired');
    });

    it('opens a page for a card', async () => {
      const page = await world.provider.openCardPage({
        ...{ id: 7, fanclubId: 1, customer, currency: 'USD', idempotencyKey: `card-${world.run}` },
        ...{ returnUrl: 'https://fans.example/saved-card', cancelUrl: 'https://fans.example/saved-card' },
        expiresAt: new Date(world.now().getTime() + 35 * 60_000),
      });
      expect(await world.provider.observeCardPage(page.ref)).toEqual({ outcome: 'open', card: null });
    });

    it('charges a saved card once per key, lists it, and refunds it in parts', async () => {
      const { provider } = world;
      const since = new Date(world.now().getTime() - 1000);
      const card = await savedCard('pm_card_visa');
      const asked = payment();
      const seen = await provider.charge(asked, card);
      expect(seen).toMatchObject({
        ...{ outcome: 'succeeded', amount: '29.99', currency: 'USD', failure: null },
        card: { ref: card, brand: 'visa', last4: '4242' },
      });
      expect((await provider.charge(asked, card)).refs).toEqual(seen.refs);
      const paid = seen.refs.payment!;
      const refund = { fanclubId: 1, payment: paid, currency: 'USD' };
      const part = { ...refund, id: 1, amount: '9.99', idempotencyKey: `refund-1-${world.run}` };
      const one = await provider.refund(part);
      expect(await provider.refund(part)).toMatchObject({ ref: one.ref, amount: '9.99' });
      expect(await provider.refundsOf(paid)).toMatchObject([{ ref: one.ref, payment: paid, ownNumber: 1 }]);
      const tooMuch = { ...refund, id: 2, amount: '20.01', idempotencyKey: `refund-2-${world.run}` };
      await expect(provider.refund(tooMuch)).rejects.toThrow(Misconfigured);
      await provider.refund({ ...tooMuch, amount: '20.00', idempotencyKey: `refund-3-${world.run}` });
      const taken = [];
      for await (const one of provider.taken(since, new Date(world.now().getTime() + 60_000)))
        taken.push(one);
      expect(taken).toContainEqual(
        expect.objectContaining({ payment: paid, ownNumber: asked.id, amount: '29.99', refunded: '29.99' }),
      );
    });

    it('has an answer for a saved card that is declined', async () => {
      const card = await savedCard('pm_card_chargeCustomerFail');
      expect(await world.provider.charge(payment(), card)).toMatchObject({
        ...{ outcome: 'failed', failure: { advice: 'new_card' } },
      });
    });

    it('deletes a card, which cannot be charged then', async () => {
      const card = await savedCard('pm_card_visa');
      await world.provider.deleteCard(card);
      await world.provider.deleteCard(card);
      await expect(world.provider.charge(payment(), card)).rejects.toThrow(Misconfigured);
    });

    it('lists the events of its payments', async () => {
      const since = new Date(world.now().getTime() - 60_000);
      const asked = payment();
      await world.provider.charge(asked, await savedCard('pm_card_visa'));
      const until = performance.now() + PATIENCE;
      for (;;) {
        for await (const hint of world.provider.recent(since))
          if (hint.ownNumber === asked.id && hint.subject === 'payment') return;
        if (performance.now() > until) throw new Error('the event did not come');
        await sleep(500);
      }
    });

    it('deletes a customer', async () => {
      await world.provider.deleteCustomer(customer);
      await world.provider.deleteCustomer(customer);
      await expect(world.provider.openCheckout(payment())).rejects.toThrow(Misconfigured);
    });
  });
}
