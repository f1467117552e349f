import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { declareSecurityEvents, operatorOf, recordByCommand } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { DISABLE_ACCOUNTS, ENABLE_ACCOUNT, KEEP_ACCOUNT } from './account-connections.queries';
import type { AccountFacts } from './payment-provider';
import type { Connecting, ProviderDescription } from './provider-description';
import { NotConnectable } from './provider.errors';

export const events = declareSecurityEvents({
  'payments.connected': [],
  'payments.disconnected': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

/** An account that was connected. */
export interface Connection extends AccountFacts {
  readonly id: number;
  /** Where the provider sends events. Null: nowhere, because it cannot reach the service. */
  readonly eventsUrl: string | null;
}

/** A provider whose accounts are connected with a key. */
export type Connectable = ProviderDescription & { readonly connecting: Connecting };

/** Connects fan clubs to their own accounts at providers. */
@Injectable()
export class AccountConnectionsService {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Connects an account, and disables the fan club's other accounts. For a connected account, this replaces its key and the secret
   * of its events. Both are stored encrypted.
   * @throws NotConnectable, ProviderUnavailable, Misconfigured for a wrong key or one with too few permissions
   */
  async connect(
    fanclubId: number,
    { name: provider, title, clients, connecting }: Connectable,
    secret: string,
  ): Promise<Connection> {
    const { publicUrl } = this.config;
    const isReachable = publicUrl.startsWith('https:');
    const live = connecting.isLive(secret);
    if (live && !isReachable)
      throw new NotConnectable('PUBLIC_URL must begin with https before real money can be taken.');
    const access = { fanclubId, live, secret, webhookSecrets: [] };
    const facts = await clients(this.config)?.(access).account();
    if (!facts) throw new NotConnectable(`This installation does not have ${title}.`);
    if (!facts.canCharge)
      throw new NotConnectable(
        `${title} does not let this account take payments yet. Complete it at ${title}.`,
      );
    const secretSealed = this.sealer.seal(secret);
    const kept = await this.sql.first(KEEP_ACCOUNT, {
      fanclub: fanclubId,
      provider,
      live,
      ref: facts.ref,
      secretSealed,
      now: this.clock.now(),
    });
    const { id } = kept!;
    const eventsUrl = isReachable ? `${publicUrl}/payments/${provider}/${id}/events` : null;
    const endpoint = eventsUrl && (await connecting.addEndpoint(this.config, access, eventsUrl));
    const webhookSecretSealed = endpoint && this.sealer.seal(endpoint.secret);
    await this.enable(fanclubId, id, { secretSealed, webhookSecretSealed });
    return { ...facts, id, eventsUrl };
  }

  /** Stops new payments. Open ones continue, and refunds stay possible. @returns false if no account was enabled */
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
