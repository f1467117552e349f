import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '#libs/clock';
import { Sql, statement, types } from '#platform/database';
import { CURRENT_CARD, FORGET_CARDS, HOLD_CARD_OWNER, SET_AUTO_RENEWAL } from './cards.queries';
import type { CustomerFacts } from './payment-provider';
import type { ConnectedAccount } from './providers';

const KEY = { fanclub: types.bigint, account: types.bigint, customer: types.bigint };
const OF_KEY = 'fanclub_id = $fanclub AND account_id = $account AND customer_id = $customer';

export const FIND_PAYMENT_CUSTOMER = statement('payment_customers.find', {
  params: KEY,
  row: { ref: types.text, told: types.text.orNull },
  text: `SELECT provider_ref AS ref, told FROM payment_customers WHERE ${OF_KEY}`,
});

export const ADD_PAYMENT_CUSTOMER = statement('payment_customers.add', {
  params: { ...KEY, ref: types.text, told: types.text, now: types.timestamptz },
  text: `
    INSERT INTO payment_customers (fanclub_id, account_id, customer_id, provider_ref, told, created_at, updated_at)
    VALUES ($fanclub, $account, $customer, $ref, $told, $now, $now)
    ON CONFLICT (account_id, customer_id) DO NOTHING`,
});

/** Stores what the provider was told. It is unknown if something else was told meanwhile: the order of the two is. */
export const STORE_TOLD = statement('payment_customers.store_told', {
  params: { ...KEY, before: types.text.orNull, told: types.text, now: types.timestamptz },
  text: `
    UPDATE payment_customers
    SET told = CASE WHEN told IS NOT DISTINCT FROM $before OR told = $told THEN $told END, updated_at = $now
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

/** Who pays, as the provider has to know it. */
export interface Payer {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Customers as providers know them: one person stays one customer. */
@Injectable()
export class PaymentCustomers {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** The provider's name of a customer. Null: the provider was never told about the customer, as far as is known. */
  async knownRef(fanclubId: number, account: number, customer: number): Promise<string | null> {
    const found = await this.sql.first(FIND_PAYMENT_CUSTOMER, { fanclub: fanclubId, account, customer });
    return found?.ref ?? null;
  }

  /**
   * The same; the customer is added at the provider if need be, and a changed e-mail address or name is told there.
   * @throws ProviderError
   */
  async refOf(connected: ConnectedAccount, payer: Payer): Promise<string> {
    const { id: account, fanclubId: fanclub, client } = connected;
    const key = { fanclub, account, customer: payer.id };
    const facts = factsOf(payer);
    const told = digestOf(account, payer.id, facts);
    const known = await this.sql.first(FIND_PAYMENT_CUSTOMER, key);
    if (known?.told === told) return known.ref;
    if (known && (await client.updateCustomer(known.ref, facts))) {
      await this.sql.run(STORE_TOLD, { ...key, before: known.told, told, now: this.clock.now() });
      return known.ref;
    }
    if (known) await this.forgetRef(fanclub, account, known.ref);
    const idempotencyKey = `customer-${account}-${payer.id}-${told}`;
    const added = { fanclubId: fanclub, customerId: payer.id, ...facts, idempotencyKey };
    const ref = await client.addCustomer(added);
    await this.sql.run(ADD_PAYMENT_CUSTOMER, { ...key, ref, told, now: this.clock.now() });
    return (await this.knownRef(fanclub, account, payer.id)) ?? ref;
  }

  /**
   * Deletes our row of a customer that the provider has deleted, so that the next purchase adds the customer again. The customer's
   * cards there are gone as well, and so is automatic renewal with one of them. An unknown name is ignored.
   */
  async forgetRef(fanclub: number, account: number, ref: string): Promise<void> {
    await this.sql.transaction(async (tx) => {
      const owner = await tx.first(CUSTOMER_OF_REF, { fanclub, account, ref });
      if (!owner) return;
      const customer = { fanclub, customer: owner.customerId };
      await tx.first(HOLD_CARD_OWNER, customer);
      if ((await tx.run(DELETE_PAYMENT_CUSTOMER, { fanclub, account, ref })) === 0) return;
      const now = this.clock.now();
      const card = await tx.first(CURRENT_CARD, customer);
      await tx.run(FORGET_CARDS, { ...customer, account, now });
      if (card?.accountId === account) await tx.run(SET_AUTO_RENEWAL, { ...customer, enabled: false, now });
    });
  }
}

function factsOf({ email, firstName, lastName }: Payer): CustomerFacts {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return { email, name: name === '' ? null : name };
}

/** Differs between customers with the same address, so that the table does not show who shares one. */
function digestOf(account: number, customer: number, { email, name }: CustomerFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([account, customer, email, name]))
    .digest('base64url');
}
