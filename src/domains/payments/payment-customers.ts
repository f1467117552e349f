import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sql, statement, types } from '#platform/database';
import type { ConnectedAccount } from './providers';

export const FIND_PAYMENT_CUSTOMER = statement('payment_customers.find', {
  params: { fanclub: types.bigint, account: types.bigint, customer: types.bigint },
  row: { ref: types.text },
  text: `
    SELECT provider_ref AS ref FROM payment_customers
    WHERE fanclub_id = $fanclub AND account_id = $account AND customer_id = $customer`,
});

export const ADD_PAYMENT_CUSTOMER = statement('payment_customers.add', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    customer: types.bigint,
    ref: types.text,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_customers (fanclub_id, account_id, customer_id, provider_ref, created_at, updated_at)
    VALUES ($fanclub, $account, $customer, $ref, $now, $now)
    ON CONFLICT (account_id, customer_id) DO NOTHING`,
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
   * The same; the customer is added at the provider if need be.
   * @throws ProviderError
   */
  async refOf({ id: account, fanclubId, client }: ConnectedAccount, payer: Payer): Promise<string> {
    const known = await this.knownRef(fanclubId, account, payer.id);
    if (known !== null) return known;
    const name = [payer.firstName, payer.lastName].filter(Boolean).join(' ');
    const ref = await client.addCustomer({
      ...{ fanclubId, customerId: payer.id, email: payer.email, name: name === '' ? null : name },
      idempotencyKey: `customer-${account}-${payer.id}`,
    });
    const now = this.clock.now();
    await this.sql.run(ADD_PAYMENT_CUSTOMER, { fanclub: fanclubId, account, customer: payer.id, ref, now });
    return (await this.knownRef(fanclubId, account, payer.id)) ?? ref;
  }
}
