import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { SignedRequestRefused, verifySignedRequest } from '#libs/signed-request';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { InvalidSignedRequest, SocialLoginUnsupported } from './social.errors';
import { FIND_PROVIDER } from './social.queries';

/** An account at a provider of the fan club. */
export interface SocialAccount {
  provider: string;
  uid: string;
}

/** Verifies signed requests. The only place that decrypts the secrets of login providers. */
@Injectable()
export class SignedRequests {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The account for which the provider has signed a request.
   *
   * @param names possible names of the provider; the first one that the fan club has is used, even if it is disabled
   * @param raw the value that was sent, of any type
   * @param maxAge seconds; default: the configured lifetime
   * @throws SocialLoginUnsupported, InvalidSignedRequest
   */
  async accountOf(
    fanclub: { id: number },
    names: readonly string[],
    raw: unknown,
    maxAge = this.config.signedRequestMaxAge,
  ): Promise<SocialAccount> {
    const provider = await this.sql.first(FIND_PROVIDER, { fanclub: fanclub.id, names });
    if (!provider) throw new SocialLoginUnsupported();
    const secret = this.sealer.open(provider.appSecretSealed);
    try {
      const { userId } = verifySignedRequest(raw, secret, { now: this.clock.now(), maxAge });
      return { provider: provider.name, uid: userId };
    } catch (error) {
      throw error instanceof SignedRequestRefused ? new InvalidSignedRequest(error.fault) : error;
    }
  }
}
