import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type CustomerSession, customerOf, SessionKeeper, type Viewer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { Sql } from '#platform/database';
import {
  enabledProvider,
  type PresentedRequest,
  type SocialAccount,
  SignedRequests,
  SocialAccountUnknown,
} from '#domains/social';
import { LoginFailures } from './login-failures';
import { FIND_CONNECTED, HOLD_CONNECTED } from './sessions.queries';

/** Logs visitors in with an account at an identity provider. */
@Injectable()
export class SocialLoginService {
  constructor(
    private readonly sql: Sql,
    private readonly requests: SignedRequests,
    private readonly keeper: SessionKeeper,
    private readonly clock: Clock,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Logs in the customer who is connected with the account of the signed request. The visitor's former session ends, even if it
   * was another customer's.
   * @throws SocialLoginUnsupported, InvalidSignedRequest, SocialAccountUnknown, CustomerBlacklisted, AccountUnregistered,
   *   AccountUnconfirmed; the first of them (contract 4.13)
   */
  async logIn(viewer: Viewer, { providerName, text }: PresentedRequest): Promise<CustomerSession> {
    const { fanclub } = viewer;
    const { name } = enabledProvider(fanclub, providerName);
    return this.logInConnected(viewer, await this.requests.accountOf(fanclub, [name], text));
  }

  /** The same for an account that the provider has proved in another way. */
  async logInConnected(viewer: Viewer, { provider, uid }: SocialAccount): Promise<CustomerSession> {
    const { fanclub } = viewer;
    const connection = { fanclub: fanclub.id, provider, uid };
    const row = await this.sql.first(FIND_CONNECTED, { ...connection, now: this.clock.now() });
    if (!row) {
      await this.failures.record(viewer, 'unknown_account');
      throw new SocialAccountUnknown();
    }
    await this.failures.assertMayLogIn(viewer, row);
    const token = await this.sql.transaction(async (tx) => {
      if (!(await tx.first(HOLD_CONNECTED, { ...connection, customer: row.id }))) {
        throw new SocialAccountUnknown();
      }
      return this.keeper.open(tx, viewer, row.id, {
        event: { action: 'login.succeeded', actor: customerActor(row.id), reason: 'provider' },
      });
    });
    return { customer: customerOf(row), token };
  }
}
