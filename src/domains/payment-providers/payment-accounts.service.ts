import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { SealBroken, Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { type RowOf, Sql, statement, types } from '#platform/database';
import type { PaymentProvider } from './payment-provider';
import { Misconfigured, ProviderError } from './provider.errors';
import { providerOf } from './providers';

const ACCOUNT = {
  id: types.bigint,
  fanclubId: types.bigint,
  provider: types.text,
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

/** Stores until when all events of an account were fetched. */
export const STORE_CAUGHT_UP = statement('payment_accounts.store_caught_up', {
  params: { fanclub: types.bigint, account: types.bigint, until: types.timestamptz },
  text: `
    UPDATE payment_accounts SET caught_up_at = greatest(caught_up_at, $until) WHERE fanclub_id = $fanclub AND id = $account`,
});

/** A fan club's account, with a client. */
export interface ConnectedAccount {
  readonly id: number;
  readonly fanclubId: number;
  readonly provider: string;
  /** Whether real money moves. */
  readonly live: boolean;
  readonly client: PaymentProvider;
}

/** What {@link PaymentAccountsService.ask} needs of an account. */
type AskedAccount = Pick<ConnectedAccount, 'id' | 'fanclubId' | 'client'>;

/** A payment, or something else that belongs to an account. */
interface OfAccount {
  readonly fanclubId: number;
  readonly accountId: number;
}

/** The accounts of fan clubs at their providers. */
@Injectable()
export class PaymentAccountsService {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Calls the provider of an account, and logs the call. A refusal is stored for staff.
   * @param call the name of the call in the log
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
      // Staff see a refused refund in its own row.
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
   * An account of a fan club, enabled or not. Null: there is none with this id.
   * @throws Misconfigured if this installation does not have the provider
   */
  async account(fanclubId: number, account: number): Promise<ConnectedAccount | null> {
    const row = await this.sql.first(FIND_ACCOUNT, { fanclub: fanclubId, account });
    const connected = row && this.connect(row);
    if (row && !connected) throw new Misconfigured('unknown_provider');
    return connected;
  }

  /** The account of a payment. @throws Misconfigured if the provider is not configured here */
  async accountOf({ fanclubId, accountId }: OfAccount): Promise<ConnectedAccount> {
    const account = await this.account(fanclubId, accountId);
    if (!account) throw new Error(`there is no payment account ${accountId}`);
    return account;
  }

  /** Stores until when all events of an account were fetched. */
  async storeCaughtUp({ id: account, fanclubId: fanclub }: ConnectedAccount, until: Date): Promise<void> {
    await this.sql.run(STORE_CAUGHT_UP, { fanclub, account, until });
  }

  /** Null: this installation does not have the provider. */
  private connect(row: RowOf<typeof FIND_ACCOUNT>): ConnectedAccount | null {
    const { id, fanclubId, provider, live } = row;
    const connect = providerOf(provider)?.clients(this.config);
    if (!connect) return null;
    const sealed = [row.webhookSecretSealed, row.formerWebhookSecretSealed];
    const access = {
      fanclubId,
      live,
      secret: this.sealer.open(row.secretSealed),
      webhookSecrets: sealed.flatMap((one) => (one === null ? [] : this.opened(one))),
    };
    return { id, fanclubId, provider, live, client: connect(access) };
  }

  /** Empty if no key decrypts the secret, as after a loss of ENCRYPTION_KEYS. */
  private opened(sealed: string): string[] {
    try {
      return [this.sealer.open(sealed)];
    } catch (error) {
      if (error instanceof SealBroken) return [];
      throw error;
    }
  }
}
