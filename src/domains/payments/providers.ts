import { Injectable } from '@nestjs/common';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { type RowOf, Sql, statement, types } from '#platform/database';
import { ADAPTERS } from './adapters';
import type { ProviderName } from './payment-account.entity';
import type { PaymentProvider } from './payment-provider';
import { Misconfigured } from './payments.errors';

const ACCOUNT = {
  id: types.bigint,
  fanclubId: types.bigint,
  provider: types.textOf<ProviderName>(),
  live: types.boolean,
  ref: types.text,
  secretSealed: types.text,
  webhookSecretSealed: types.text.orNull,
  formerWebhookSecretSealed: types.text.orNull,
};
const ACCOUNT_COLUMNS = `
  id, fanclub_id AS "fanclubId", provider, live, account_ref AS ref, secret_sealed AS "secretSealed",
  webhook_secret_sealed AS "webhookSecretSealed", former_webhook_secret_sealed AS "formerWebhookSecretSealed"`;

/** The account with which a fan club takes new payments. */
export const ENABLED_ACCOUNT = statement('payments.enabled_account', {
  params: { fanclub: types.bigint },
  row: ACCOUNT,
  text: `SELECT ${ACCOUNT_COLUMNS} FROM payment_accounts WHERE fanclub_id = $fanclub AND enabled`,
});

export const FIND_ACCOUNT = statement('payments.find_account', {
  params: { fanclub: types.bigint, account: types.bigint },
  row: ACCOUNT,
  text: `SELECT ${ACCOUNT_COLUMNS} FROM payment_accounts WHERE fanclub_id = $fanclub AND id = $account`,
});

/** A fan club's account at a provider, ready to be used. */
export interface ConnectedAccount {
  readonly id: number;
  readonly fanclubId: number;
  readonly provider: ProviderName;
  /** Whether real money moves. */
  readonly live: boolean;
  readonly client: PaymentProvider;
}

/** A payment, or something else that belongs to an account. */
interface OfAccount {
  readonly fanclubId: number;
  readonly accountId: number;
}

/** The accounts of fan clubs at their providers. */
@Injectable()
export class PaymentProviders {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly config: Config,
  ) {}

  /** The account for new payments. Null: the fan club cannot take payments here. */
  async enabledFor(fanclubId: number): Promise<ConnectedAccount | null> {
    const row = await this.sql.first(ENABLED_ACCOUNT, { fanclub: fanclubId });
    return row && this.connect(row);
  }

  /**
   * Any account of a fan club, also a former one. Null: there is none with this id.
   * @throws Misconfigured if this installation does not have the provider
   */
  async account(fanclubId: number, account: number): Promise<ConnectedAccount | null> {
    const row = await this.sql.first(FIND_ACCOUNT, { fanclub: fanclubId, account });
    const connected = row && this.connect(row);
    if (row && !connected) throw new Misconfigured('unknown_provider');
    return connected;
  }

  /** The account of a payment, which there always is. @throws Misconfigured if this installation does not have the provider */
  async accountOf({ fanclubId, accountId }: OfAccount): Promise<ConnectedAccount> {
    const account = await this.account(fanclubId, accountId);
    if (!account) throw new Error(`there is no payment account ${accountId}`);
    return account;
  }

  /** Null: this installation does not have the provider. */
  private connect(row: RowOf<typeof FIND_ACCOUNT>): ConnectedAccount | null {
    const { id, fanclubId, provider, live, ref } = row;
    const connect = ADAPTERS[provider]?.(this.config);
    if (!connect) return null;
    const sealed = [row.webhookSecretSealed, row.formerWebhookSecretSealed];
    const access = {
      ...{ id, fanclubId, ref, live },
      secret: this.sealer.open(row.secretSealed),
      webhookSecrets: sealed.filter((one) => one !== null).map((one) => this.sealer.open(one)),
    };
    return { id, fanclubId, provider, live, client: connect(access) };
  }
}
