import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { SealBroken, Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { type RowOf, Sql, statement, types } from '#platform/database';
import { ADAPTERS } from './adapters';
import type { ProviderName } from './payment-account.entity';
import type { PaymentProvider } from './payment-provider';
import { Misconfigured, ProviderError } from './payments.errors';

const ACCOUNT = {
  id: types.bigint,
  fanclubId: types.bigint,
  provider: types.textOf<ProviderName>(),
  live: types.boolean,
  secretSealed: types.text,
  webhookSecretSealed: types.text.orNull,
  formerWebhookSecretSealed: types.text.orNull,
};
const ACCOUNT_COLUMNS = `
  id, fanclub_id AS "fanclubId", provider, live, secret_sealed AS "secretSealed",
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

/** Stores why the provider refused a request, for staff. */
export const STORE_REFUSAL = statement('payments.store_refusal', {
  params: { fanclub: types.bigint, account: types.bigint, code: types.text, now: types.timestamptz },
  text: `
    UPDATE payment_accounts SET refused_at = $now, refused_code = $code
    WHERE fanclub_id = $fanclub AND id = $account`,
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

/** What {@link PaymentProviders.ask} needs of an account. */
type AskedAccount = Pick<ConnectedAccount, 'id' | 'fanclubId' | 'client'>;

/** A payment, or something else that belongs to an account. */
interface OfAccount {
  readonly fanclubId: number;
  readonly accountId: number;
}

/** The accounts of fan clubs at their providers. */
@Injectable()
export class PaymentProviders {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the provider of an account. Each request is logged; one that the provider refuses is listed for staff.
   * @param call what is asked, for the log
   * @throws ProviderError
   */
  async ask<T>(
    { id: accountId, fanclubId, client }: AskedAccount,
    call: keyof PaymentProvider,
    ask: (client: PaymentProvider) => Promise<T>,
  ): Promise<T> {
    const began = performance.now();
    const facts = () => ({ fanclubId, accountId, call, ms: Math.round(performance.now() - began) });
    try {
      const answer = await ask(client);
      this.log.debug({ msg: 'payment request answered', ...facts() });
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { code, request } = error;
      this.log.warn({ msg: 'payment request failed', ...facts(), code, providerRequest: request });
      // A refused refund is listed itself.
      if (error instanceof Misconfigured && call !== 'refund') {
        const refusal = { fanclub: fanclubId, account: accountId, code, now: this.clock.now() };
        await this.sql.run(STORE_REFUSAL, refusal);
      }
      throw error;
    }
  }

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
    const { id, fanclubId, provider, live } = row;
    const connect = ADAPTERS[provider]?.(this.config);
    if (!connect) return null;
    const sealed = [row.webhookSecretSealed, row.formerWebhookSecretSealed];
    const access = {
      ...{ fanclubId, live },
      secret: this.sealer.open(row.secretSealed),
      webhookSecrets: sealed.flatMap((one) => (one === null ? [] : this.opened(one))),
    };
    return { id, fanclubId, provider, live, client: connect(access) };
  }

  /** Nothing if no key opens it: after ENCRYPTION_KEYS were lost, a reconnected account still has its former secret. */
  private opened(sealed: string): string[] {
    try {
      return [this.sealer.open(sealed)];
    } catch (error) {
      if (error instanceof SealBroken) return [];
      throw error;
    }
  }
}
