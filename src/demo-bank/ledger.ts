import { createHash } from 'node:crypto';
import type { BankObjects, BankStore, Kind, Metadata, Stored } from './objects';

/** A request that the bank refuses. */
export class BankRefusal extends Error {
  constructor(
    readonly code: string,
    readonly status: 400 | 404 | 409 = 400,
  ) {
    super(code);
  }
}

/** The objects of one account, created once per idempotency key, with the events about them. */
export class Ledger {
  constructor(
    readonly store: BankStore,
    readonly now: Date,
  ) {}

  /** A customer that is not deleted. */
  async customer(ref: string): Promise<Stored<'customer'>> {
    const found = await this.store.get('customer', ref);
    if (!found || found.content.isDeleted) throw new BankRefusal('unknown_customer', 404);
    return found;
  }

  async paymentOf(ref: string): Promise<Stored<'payment'>> {
    const found = await this.store.get('payment', ref);
    if (!found) throw new BankRefusal('unknown_payment', 404);
    return found;
  }

  async card(ref: string): Promise<Stored<'card'>> {
    const found = await this.store.get('card', ref);
    if (!found) throw new BankRefusal('unknown_card', 404);
    return found;
  }

  /**
   * Creates an object, or returns the one that was created with the same key and parameters.
   * @throws BankRefusal without key, or if its parameters differ
   */
  async once<K extends Kind>(
    kind: K,
    key: string,
    asked: object,
    make: () => Promise<BankObjects[K]>,
    whenNew: (made: Stored<K>) => Promise<void> = () => Promise.resolve(),
  ): Promise<Stored<K>> {
    if (key === '') throw new BankRefusal('idempotency_key_missing');
    const hash = hashOf(asked);
    const known = await this.store.byKey(kind, key);
    if (known) {
      if (known.hash !== hash) throw new BankRefusal('idempotency_key_reused', 409);
      return { ref: known.ref, content: known.content };
    }
    const made = await this.store.add(kind, await make(), { key, hash });
    await whenNew(made);
    return made;
  }

  /** Stores an event, and sends it. */
  async announce(type: string, object: string, metadata: Metadata): Promise<void> {
    await this.store.add('event', { type, object, metadata, at: this.now.toISOString() });
  }
}

/** Does not depend on the order of the parameters. */
function hashOf(asked: unknown): string {
  const sorted = JSON.stringify(asked, (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url');
}
