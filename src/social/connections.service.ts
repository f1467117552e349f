import { Injectable } from '@nestjs/common';
import { SessionKeeper, type Viewer } from '../access';
import { Config } from '../config';
import { Sql, type Statements } from '../database/sql';
import { callersNamed, enabledProvider, firstGiven, type RawBody, SOCIAL } from './provider.rules';
import { type SocialAccount, SignedRequests } from './signed-requests';
import { MustBeLoggedIn, ProviderTaken, UidTaken } from './social.errors';
import { CONNECT, DISCONNECT, FIND_OBSTACLE, type ObstacleRow } from './social.queries';

/** How often a connection is tried for, while those that stand in the way are removed as soon as they are met. */
const MOST_TRIES = 5;

/** The connections of customers with their accounts at login providers. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly sql: Sql,
    private readonly requests: SignedRequests,
    private readonly keeper: SessionKeeper,
    private readonly config: Config,
  ) {}

  /**
   * Connects the viewer with the account of a signed request (decisions 4.12).
   * @throws SocialLoginUnsupported, MustBeLoggedIn, InvalidSignedRequest, ProviderTaken, UidTaken; the first of them
   */
  async connect({ fanclub, customer }: Viewer, providerName: string, body: RawBody): Promise<void> {
    const { name } = enabledProvider(fanclub, providerName);
    if (!customer) throw new MustBeLoggedIn();
    const raw = firstGiven(body, [`${name}_signed_request`, `${SOCIAL}_signed_request`]);
    const account = await this.requests.accountOf(fanclub, [name], raw);
    await this.add(this.sql, fanclub.id, customer.id, account);
  }

  /**
   * Adds a connection; an existing one is never replaced.
   * @throws ProviderTaken, UidTaken; the first of them
   */
  async add(
    tx: Statements,
    fanclubId: number,
    customerId: number,
    { provider, uid }: SocialAccount,
  ): Promise<void> {
    const values = [fanclubId, customerId, provider, uid];
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await tx.run(CONNECT, values)) return;
      // A statement of its own: the one before cannot see what was committed while it waited.
      const obstacle = await tx.first<ObstacleRow>(FIND_OBSTACLE, values);
      if (obstacle) throw obstacle.own ? new ProviderTaken() : new UidTaken();
      // What stood in the way was removed in between, so there may be room now.
    }
    throw new Error('connections come and go too quickly to tell which stands in the way');
  }

  /**
   * The provider says that somebody has removed the fan club's app: unlinks the account and ends its customer's sessions, also
   * when the fan club has disabled the provider since. Nothing happens for an account that is not connected (decisions 3.10).
   * @throws SocialLoginUnsupported, InvalidSignedRequest
   */
  async deauthorize({ fanclub }: Viewer, providerName: string, body: RawBody): Promise<void> {
    const names = callersNamed(fanclub, providerName);
    const fields = ['signed_request', ...[...names, SOCIAL].map((name) => `${name}_signed_request`)];
    const raw = firstGiven(body, fields);
    const account = await this.requests.accountOf(fanclub, names, raw, this.config.deauthorizeMaxAge);
    await this.sql.transaction(async (tx) => {
      const values = [fanclub.id, account.provider, account.uid];
      const link = await tx.first<{ customer_id: number }>(DISCONNECT, values);
      if (link) await this.keeper.endAll(tx, fanclub.id, link.customer_id);
    });
  }
}
