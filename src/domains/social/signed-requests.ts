import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { SignedRequestRefused, verifySignedRequest } from '#libs/signed-request';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { InvalidSignedRequest, SocialLoginUnsupported } from './social.errors';
import { FIND_PROVIDER } from './social.queries';

/** Who somebody is at a provider of the fan club. */
export interface SocialAccount {
  provider: string;
  uid: string;
}

/** Proves signed requests with the secrets that fan clubs share with their providers. The only place that opens those. */
@Injectable()
export class SignedRequests {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The account for which the provider made a signed request.
   *
   * @param names the provider's; of several, the first that the fan club has, enabled or not
   * @param raw whatever was sent in the place of a signed request
   * @param maxAge seconds; the configured lifetime unless given
   * @throws SocialLoginUnsupported, InvalidSignedRequest. A secret that cannot be opened is a fault of ours.
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
