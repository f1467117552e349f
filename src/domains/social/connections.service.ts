import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type LoggedInViewer, SessionKeeper, type Viewer } from '#platform/access';
import { AccountMails } from '#domains/accounts';
import { customerActor, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import type { ConnectBody, DeauthorizeBody } from './dto/signed-request.body';
import { callersNamed, enabledProvider, firstGiven, SOCIAL } from './provider.rules';
import { type SocialAccount, SignedRequests } from './signed-requests';
import { MustBeLoggedIn, ProviderTaken, UidTaken } from './social.errors';
import { CONNECT, DISCONNECT, FIND_OBSTACLE, HOLD_SESSION } from './social.queries';

/** How often a connection is tried for, while those that stand in the way are removed as soon as they are met. */
const MOST_TRIES = 5;

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
   * Connects the viewer with the account of a signed request (decisions 4.12), and tells the customer's address so.
   * @throws SocialLoginUnsupported, MustBeLoggedIn, InvalidSignedRequest, ProviderTaken, UidTaken; the first of them
   */
  async connect(viewer: Viewer, providerName: string, { requests }: ConnectBody): Promise<void> {
    const { fanclub } = viewer;
    const { name } = enabledProvider(fanclub, providerName);
    if (!viewer.isLoggedIn()) throw new MustBeLoggedIn();
    const raw = firstGiven(requests, [`${name}_signed_request`, `${SOCIAL}_signed_request`]);
    const account = await this.requests.accountOf(fanclub, [name], raw);
    await this.sql.transaction((tx) => this.addOwn(tx, viewer, account));
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
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await tx.run(CONNECT, { ...connection, now: this.clock.now(), events })) return;
      // A statement of its own: the one before cannot see what was committed while it waited.
      const obstacle = await tx.first(FIND_OBSTACLE, connection);
      if (obstacle) throw obstacle.own ? new ProviderTaken() : new UidTaken();
      // What stood in the way was removed in between, so there may be room now.
    }
    throw new Error('connections come and go too quickly to tell which stands in the way');
  }

  /** Connects while the session holds: one that is being ended right now connects nothing that would outlive it. */
  private async addOwn(tx: Statements, viewer: LoggedInViewer, account: SocialAccount): Promise<void> {
    const { fanclub, customer, visit } = viewer;
    const { id, firstName } = customer;
    const held = await tx.first(HOLD_SESSION, {
      fanclub: fanclub.id,
      customer: id,
      session: visit.sessionId,
    });
    if (!held) throw new MustBeLoggedIn();
    await this.add(tx, viewer, id, account);
    await this.mails.connectionNotice(tx, fanclub, { id, email: held.email, firstName });
  }

  /**
   * The provider says that somebody has removed the fan club's app: unlinks the account and ends its customer's sessions, also
   * when the fan club has disabled the provider since. Nothing happens for an account that is not connected (decisions 3.10).
   * @throws SocialLoginUnsupported, InvalidSignedRequest
   */
  async deauthorize(viewer: Viewer, providerName: string, { requests }: DeauthorizeBody): Promise<void> {
    const { fanclub, source } = viewer;
    const names = callersNamed(fanclub, providerName);
    const fields = ['signed_request', ...[...names, SOCIAL].map((name) => `${name}_signed_request`)];
    const raw = firstGiven(requests, fields);
    const account = await this.requests.accountOf(fanclub, names, raw, this.config.deauthorizeMaxAge);
    await this.sql.transaction(async (tx) => {
      const link = await tx.first(DISCONNECT, { fanclub: fanclub.id, ...account });
      if (!link) return;
      const asker = { fanclub, actor: { kind: 'provider' }, source } as const;
      const target = `customer:${link.customerId}` as const;
      await this.events.record(tx, asker, { action: 'connection.removed', target, reason: 'deauthorized' });
      await this.keeper.endAll(tx, asker, link.customerId, 'deauthorized');
    });
  }
}
