import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { stripeClient } from './adapters';
import { DISABLE_ACCOUNTS, ENABLE_ACCOUNT, KEEP_ACCOUNT } from './connecting.queries';
import type { AccountFacts } from './payment-provider';
import { isLiveKey } from './stripe/stripe-provider';

/** The account cannot be connected, for a reason that the operator can change. */
export class NotConnectable extends DomainError {
  readonly messages: readonly string[];

  constructor(...messages: string[]) {
    super();
    this.messages = messages;
  }
}

/** An account that was connected. */
export interface Connection extends AccountFacts {
  readonly id: number;
  /** Where the provider sends events. Null: nowhere, because it could not reach the service. */
  readonly eventsUrl: string | null;
}

/** A restricted key: it can do no more than its owner allows. */
const RESTRICTED_KEY = /^rk_(test|live)_\w{3,}$/;

/** Connects fan clubs to their own accounts at providers. */
@Injectable()
export class Connecting {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Connects an account at Stripe, in place of the one that took payments before. Connected again, it gets another key, and the key of
   * its events is changed. Stored keys are sealed.
   * @throws NotConnectable, ProviderUnavailable, Misconfigured for a wrong key or one with too few permissions
   */
  async connectStripe(fanclubId: number, key: string): Promise<Connection> {
    const { publicUrl } = this.config;
    const isReachable = publicUrl.startsWith('https:');
    if (!RESTRICTED_KEY.test(key))
      throw new NotConnectable('This is no restricted key of Stripe: it begins with rk_test_ or rk_live_.');
    const live = isLiveKey(key);
    if (live && !isReachable)
      throw new NotConnectable('PUBLIC_URL must begin with https before real money can be taken.');
    const access = { fanclubId, live, secret: key, webhookSecrets: [] };
    const client = stripeClient(this.config, access);
    const facts = await client.account();
    if (!facts.canCharge)
      throw new NotConnectable('Stripe does not let this account take payments yet. Complete it at Stripe.');
    const secretSealed = this.sealer.seal(key);
    const kept = await this.sql.first(KEEP_ACCOUNT, {
      ...{ fanclub: fanclubId, provider: 'stripe', live, ref: facts.ref, secretSealed },
      now: this.clock.now(),
    });
    const { id } = kept!;
    const eventsUrl = isReachable ? `${publicUrl}/payments/stripe/${id}/events` : null;
    const endpoint = eventsUrl === null ? null : await client.addEndpoint(eventsUrl);
    const webhookSecretSealed = endpoint && this.sealer.seal(endpoint.secret);
    await this.enable(fanclubId, id, { secretSealed, webhookSecretSealed });
    return { ...facts, id, eventsUrl };
  }

  /** Takes no new payments any more; open ones come to their end, and refunds stay possible. @returns false if none were taken */
  disconnect(fanclubId: number): Promise<boolean> {
    return this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      if ((await tx.run(DISABLE_ACCOUNTS, { fanclub: fanclubId, except: null, now })) === 0) return false;
      await recordByCommand(tx, now, operatorOf({ id: fanclubId }), { action: 'payments.disconnected' });
      return true;
    });
  }

  private async enable(
    fanclub: number,
    account: number,
    keys: { secretSealed: string; webhookSecretSealed: string | null },
  ): Promise<void> {
    await this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      await tx.run(DISABLE_ACCOUNTS, { fanclub, except: account, now });
      await tx.run(ENABLE_ACCOUNT, { fanclub, account, ...keys, now });
      const target = `payment_account:${account}` as const;
      await recordByCommand(tx, now, operatorOf({ id: fanclub }), { action: 'payments.connected', target });
    });
  }
}
