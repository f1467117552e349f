import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { hashToken } from '#libs/token';
import { type CustomerSession, type LoggedInViewer, SessionKeeper, Viewer } from '#platform/access';
import { AccountMails, authentications } from '#domains/accounts';
import { customerActor, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import type { ConnectBody, DeauthorizeBody } from './dto/signed-request.body';
import { callerNames, enabledProvider, firstGiven, SOCIAL } from './provider.rules';
import { type SocialAccount, SignedRequests } from './signed-requests';
import { MustBeLoggedIn, ProviderTaken, UidTaken } from './social.errors';
import { FIND_OPENED, HOLD_SESSION } from './social.queries';

/** The maximum number of attempts to connect. Another attempt follows if the conflicting connection was removed meanwhile. */
const MAX_ATTEMPTS = 5;

/** The connections of customers with their accounts at login providers. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly sql: Sql,
    private readonly requests: SignedRequests,
    private readonly keeper: SessionKeeper,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
    private readonly config: Config,
  ) {}

  /**
   * Connects the viewer with the account of a signed request, and mails a notice to the customer (contract 4.12).
   * @throws SocialLoginUnsupported, MustBeLoggedIn, InvalidSignedRequest, ProviderTaken, UidTaken; the first of them
   */
  async connect(viewer: Viewer, providerName: string, { requests }: ConnectBody): Promise<void> {
    const { fanclub } = viewer;
    const { name } = enabledProvider(fanclub, providerName);
    if (!viewer.isLoggedIn()) throw new MustBeLoggedIn();
    const raw = firstGiven(requests, [`${name}_signed_request`, `${SOCIAL}_signed_request`]);
    const account = await this.requests.accountOf(fanclub, [name], raw);
    await this.connectOwn(viewer, account);
  }

  /** As {@link connect}, for an account that the provider has proved in another way. @throws MustBeLoggedIn, ProviderTaken, UidTaken */
  async connectOwn(viewer: LoggedInViewer, account: SocialAccount): Promise<void> {
    await this.sql.transaction((tx) => this.addOwn(tx, viewer, account));
  }

  /** As {@link connectOwn}, in a session that the visitor has just opened. It ends if they cannot be connected. */
  async connectOpened(
    { fanclub, source }: Viewer,
    { customer, token }: CustomerSession,
    account: SocialAccount,
  ): Promise<void> {
    const opened = { fanclub: fanclub.id, customer: customer.id, tokenHash: hashToken(token ?? '') };
    const session = await this.sql.first(FIND_OPENED, opened);
    if (!session) throw new MustBeLoggedIn();
    const viewer = new Viewer({ fanclub, source, visit: { sessionId: session.id, orderId: null, customer } });
    try {
      await this.connectOwn(viewer as LoggedInViewer, account);
    } catch (error) {
      await this.keeper.end(viewer);
      throw error;
    }
  }

  /** @throws ProviderTaken, UidTaken if {@link add} would throw them now */
  async assertFree(fanclub: number, customer: number, account: SocialAccount): Promise<void> {
    const obstacle = await authentications.obstacleTo(this.sql, { fanclub, customer, ...account });
    if (obstacle) throw obstacle === 'provider_taken' ? new ProviderTaken() : new UidTaken();
  }

  /** Removes a connection of the member. @returns false if it is the only way to log in, or does not exist */
  disconnectOwn(viewer: LoggedInViewer, provider: string): Promise<boolean> {
    const { fanclub, customer } = viewer;
    return this.sql.transaction(async (tx) => {
      const own = { fanclub: fanclub.id, customer: customer.id, provider };
      if (!(await authentications.disconnectOwn(tx, own))) return false;
      const target = `provider:${provider}` as const;
      await this.events.record(tx, viewer, { action: 'connection.removed', target, reason: 'disconnected' });
      return true;
    });
  }

  /**
   * Adds a connection; an existing one is never replaced.
   * @throws ProviderTaken, UidTaken; the first of them
   */
  async add(
    tx: Statements,
    viewer: Viewer,
    customerId: number,
    { provider, uid }: SocialAccount,
  ): Promise<void> {
    const connection = { fanclub: viewer.fanclub.id, customer: customerId, provider, uid };
    const actor = customerActor(customerId);
    const target = `provider:${provider}` as const;
    const events = this.events.json(viewer, { action: 'connection.made', actor, target });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (await authentications.connect(tx, connection, this.clock.now(), events)) return;
      // A separate statement, because the first one cannot see what was committed while it waited.
      const obstacle = await authentications.obstacleTo(tx, connection);
      if (obstacle) throw obstacle === 'provider_taken' ? new ProviderTaken() : new UidTaken();
      // The conflicting connection was removed meanwhile, so the next attempt may succeed.
    }
    throw new Error(`the connection still conflicts after ${MAX_ATTEMPTS} attempts`);
  }

  /** Locks the session, so that a session that is being ended leaves no connection behind. */
  private async addOwn(tx: Statements, viewer: LoggedInViewer, account: SocialAccount): Promise<void> {
    const { fanclub, customer, visit } = viewer;
    const { id, firstName } = customer;
    const session = { fanclub: fanclub.id, customer: id, session: visit.sessionId };
    const held = await tx.first(HOLD_SESSION, session);
    if (!held) throw new MustBeLoggedIn();
    await this.add(tx, viewer, id, account);
    await this.mails.queueNotice(tx, fanclub, 'connection_notice', { id, email: held.email, firstName });
  }

  /**
   * Removes a connection and ends the customer's sessions, after the provider reports that its user has removed the fan club's
   * app. Also for a disabled provider. Does nothing for an account that is not connected (contract 3.10).
   * @throws SocialLoginUnsupported, InvalidSignedRequest
   */
  async deauthorize(viewer: Viewer, providerName: string, { requests }: DeauthorizeBody): Promise<void> {
    const { fanclub, source } = viewer;
    const names = callerNames(fanclub, providerName);
    const fields = ['signed_request', ...[...names, SOCIAL].map((name) => `${name}_signed_request`)];
    const raw = firstGiven(requests, fields);
    const account = await this.requests.accountOf(fanclub, names, raw, this.config.deauthorizeMaxAge);
    await this.sql.transaction(async (tx) => {
      const customerId = await authentications.disconnect(tx, { fanclub: fanclub.id, ...account });
      if (customerId === null) return;
      const asker = { fanclub, actor: { kind: 'provider' }, source } as const;
      const target = `customer:${customerId}` as const;
      await this.events.record(tx, asker, { action: 'connection.removed', target, reason: 'deauthorized' });
      await this.keeper.endAll(tx, asker, customerId, 'deauthorized');
    });
  }
}
