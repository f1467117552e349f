import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '#libs/clock';
import type { ViewerCustomer } from '#platform/access';
import { Sql, statement, types } from '#platform/database';
import { customers } from '#domains/accounts';
import { CURRENT_CARD, MARK_CARDS_DELETED, HOLD_CARD_OWNER } from './cards.queries';
import type { CustomerFacts, ConnectedAccount } from '#domains/payment-providers';

const KEY = { fanclub: types.bigint, account: types.bigint, customer: types.bigint };
const OF_KEY = 'fanclub_id = $fanclub AND account_id = $account AND customer_id = $customer';

export const FIND_PAYMENT_CUSTOMER = statement('payment_customers.find', {
  params: KEY,
  row: { ref: types.text, digest: types.text.orNull },
  text: `SELECT provider_ref AS ref, sent_digest AS digest FROM payment_customers WHERE ${OF_KEY}`,
});

export const ADD_PAYMENT_CUSTOMER = statement('payment_customers.add', {
  params: { ...KEY, ref: types.text, digest: types.text, now: types.timestamptz },
  text: `
    INSERT INTO payment_customers (fanclub_id, account_id, customer_id, provider_ref, sent_digest, created_at, updated_at)
    VALUES ($fanclub, $account, $customer, $ref, $digest, $now, $now)
    ON CONFLICT (account_id, customer_id) DO NOTHING`,
});

/** Stores the digest that was sent. NULL after concurrent updates: we cannot know which one the provider kept. */
export const STORE_DIGEST = statement('payment_customers.store_digest', {
  params: { ...KEY, before: types.text.orNull, digest: types.text, now: types.timestamptz },
  text: `
    UPDATE payment_customers
    SET sent_digest = CASE WHEN sent_digest IS NOT DISTINCT FROM $before OR sent_digest = $digest THEN $digest END,
        updated_at = $now
    WHERE ${OF_KEY}`,
});

const REF = { fanclub: types.bigint, account: types.bigint, ref: types.text };

export const CUSTOMER_OF_REF = statement('payment_customers.of_ref', {
  params: REF,
  row: { customerId: types.bigint },
  text: `
    SELECT customer_id AS "customerId" FROM payment_customers
    WHERE fanclub_id = $fanclub AND account_id = $account AND provider_ref = $ref`,
});

export const DELETE_PAYMENT_CUSTOMER = statement('payment_customers.delete', {
  params: REF,
  text: 'DELETE FROM payment_customers WHERE fanclub_id = $fanclub AND account_id = $account AND provider_ref = $ref',
});

/** The person who pays, with what is sent to the provider. */
export interface Payer {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The buyer as a payer. Null for a visitor without e-mail address, which the provider requires. */
export function payerOf(buyer: ViewerCustomer | null): Payer | null {
  if (!buyer || buyer.email === null) return null;
  const { id, email, firstName, lastName } = buyer;
  return { id, email, firstName, lastName };
}

/** Keeps one customer at the provider for each of our customers. */
@Injectable()
export class PaymentCustomersService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** The provider's id of a customer. Null: none is stored. */
  async knownRef(fanclubId: number, account: number, customer: number): Promise<string | null> {
    const found = await this.sql.first(FIND_PAYMENT_CUSTOMER, { fanclub: fanclubId, account, customer });
    return found?.ref ?? null;
  }

  /**
   * The provider's id of a customer. Adds the customer at the provider if needed, and sends a changed e-mail address or name.
   * @throws ProviderError
   */
  async refOf(connected: ConnectedAccount, payer: Payer): Promise<string> {
    const { id: account, fanclubId: fanclub, client } = connected;
    const key = { fanclub, account, customer: payer.id };
    const facts = factsOf(payer);
    const digest = digestOf(account, payer.id, facts);
    const known = await this.sql.first(FIND_PAYMENT_CUSTOMER, key);
    if (known?.digest === digest) return known.ref;
    if (known && (await client.updateCustomer(known.ref, facts))) {
      await this.sql.run(STORE_DIGEST, { ...key, before: known.digest, digest, now: this.clock.now() });
      return known.ref;
    }
    if (known) await this.removeDeleted(fanclub, account, known.ref);
    const idempotencyKey = `customer-${account}-${payer.id}-${digest}`;
    const added = { fanclubId: fanclub, customerId: payer.id, ...facts, idempotencyKey };
    const ref = await client.addCustomer(added);
    await this.sql.run(ADD_PAYMENT_CUSTOMER, { ...key, ref, digest, now: this.clock.now() });
    return (await this.knownRef(fanclub, account, payer.id)) ?? ref;
  }

  /**
   * Deletes our row of a customer that the provider has deleted, so that the next purchase adds the customer again. Marks the
   * customer's cards as deleted, and ends automatic renewal with one of them. An unknown id is ignored.
   */
  async removeDeleted(fanclub: number, account: number, ref: string): Promise<void> {
    await this.sql.transaction(async (tx) => {
      const owner = await tx.first(CUSTOMER_OF_REF, { fanclub, account, ref });
      if (!owner) return;
      const customer = { fanclub, customer: owner.customerId };
      await tx.first(HOLD_CARD_OWNER, customer);
      if ((await tx.run(DELETE_PAYMENT_CUSTOMER, { fanclub, account, ref })) === 0) return;
      const now = this.clock.now();
      const card = await tx.first(CURRENT_CARD, customer);
      await tx.run(MARK_CARDS_DELETED, { ...customer, account, now });
      if (card?.accountId === account) await customers.setAutoRenewal(tx, customer, false);
    });
  }
}

function factsOf({ email, firstName, lastName }: Payer): CustomerFacts {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return { email, name: name === '' ? null : name };
}

/** Differs between customers with the same address, so that the table does not show who shares an address. */
function digestOf(account: number, customer: number, { email, name }: CustomerFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([account, customer, email, name]))
    .digest('base64url');
}
