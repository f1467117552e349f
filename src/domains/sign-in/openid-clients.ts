import { Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration } from 'openid-client';
import { Clock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { Config, LOOPBACK_NAMES } from '#platform/config';
import type { RowOf } from '#platform/database';
import { appleSecret } from './apple-secret';
import { publicFetch } from '#libs/public-fetch';
import { SignInFailed, SignInRefused } from './sign-in.errors';
import type { FIND_OPENID_PROVIDER } from './sign-in.queries';

export type OpenIdProvider = RowOf<typeof FIND_OPENID_PROVIDER>;

/** What a browser brings back, and what it must match. */
export interface SentAway {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a provider says about a person. */
export interface Claims {
  readonly uid: string;
  readonly email: string | null;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Seconds for which a provider's discovery document is kept. */
const KEPT = 3600;
/** The longest subject of OpenID Connect. */
const LONGEST_UID = 255;

/** Seconds for which a provider that does not answer is not asked again. */
const KEPT_FAILURE = 10;
/** Providers that are kept. */
const MOST_KNOWN = 1_000;

interface Known {
  readonly client: Promise<Configuration>;
  until: number;
}

// The library is an ES module of which most installations need nothing.
const library = () => import('openid-client');

/** Speaks OpenID Connect with the login providers of fan clubs. */
@Injectable()
export class OpenIdClients {
  private readonly known = new Map<string, Known>();
  private readonly allowsLoopback: boolean;

  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    { publicUrl }: Config,
  ) {
    this.allowsLoopback = LOOPBACK_NAMES.includes(new URL(publicUrl).hostname);
  }

  /** The address of the provider's log-in, and what the answer must match. @throws Error if the provider cannot be reached */
  async start(provider: OpenIdProvider, redirectUri: string): Promise<SentAway & { location: string }> {
    const {
      randomState,
      randomNonce,
      randomPKCECodeVerifier,
      calculatePKCECodeChallenge,
      buildAuthorizationUrl,
    } = await library();
    const client = await this.clientOf(provider);
    const verifier = randomPKCECodeVerifier();
    const sent = { state: randomState(), nonce: randomNonce(), verifier };
    const isApple = provider.appleTeam !== null;
    const location = buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: isApple ? 'openid email' : 'openid email profile',
      state: sent.state,
      nonce: sent.nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Apple demands it whenever a scope is asked for.
      ...(isApple && { response_mode: 'form_post' }),
    });
    return { ...sent, location: location.href };
  }

  /**
   * Exchanges the code, and verifies the id token: signature, issuer, audience, nonce and times.
   * @param answer the address of the callback with its query
   * @throws SignInRefused if the person or the provider declined; SignInFailed for anything else that is wrong
   */
  async finish(provider: OpenIdProvider, answer: URL, { state, nonce, verifier }: SentAway): Promise<Claims> {
    const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo } = await library();
    try {
      const client = await this.clientOf(provider);
      const tokens = await authorizationCodeGrant(client, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new SignInFailed();
      // Many providers return the address only there.
      const needsMore = claims.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined;
      const more = needsMore ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {};
      return claimsOf({ ...more, ...claims });
    } catch (error) {
      if (error instanceof AuthorizationResponseError) throw new SignInRefused(error.error);
      throw new SignInFailed({ cause: error });
    }
  }

  /** Reads the discovery document again, and signs once for Apple. @throws Error with the reason */
  async check(provider: OpenIdProvider): Promise<void> {
    this.signForApple(provider);
    this.known.delete(keyOf(provider));
    await this.clientOf(provider);
  }

  private async clientOf(provider: OpenIdProvider): Promise<Configuration> {
    const key = keyOf(provider);
    const found = this.known.get(key);
    if (found && found.until > this.clock.now().getTime()) return found.client;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    const known: Known = { client: this.discover(provider), until: this.clock.now().getTime() + KEPT * 1000 };
    this.known.set(key, known);
    known.client.catch(() => (known.until = this.clock.now().getTime() + KEPT_FAILURE * 1000));
    return known.client;
  }

  private async discover(provider: OpenIdProvider): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await library();
    return discovery(
      new URL(provider.issuer),
      provider.clientId,
      undefined,
      await this.authenticationOf(provider),
      {
        timeout: 10,
        // Documents and tokens of providers are a few kilobytes.
        [customFetch]: publicFetch({
          allowsLoopback: this.allowsLoopback,
          timeout: 10_000,
          maxBytes: 512 * 1024,
        }) as never,
        execute: [enableNonRepudiationChecks, ...(this.allowsLoopback ? [allowInsecureRequests] : [])],
      },
    );
  }

  /** Null for another provider. @throws Error if the key cannot be used */
  private signForApple({ clientId, appleTeam: teamId, appleKey: keyId, secretSealed }: OpenIdProvider) {
    if (teamId === null || keyId === null) return null;
    const key = this.sealer.open(secretSealed);
    try {
      return appleSecret({ clientId, teamId, keyId, key }, this.clock.now());
    } catch {
      // The library's error could quote the key.
      throw new Error('The key of Apple cannot be read.');
    }
  }

  private async authenticationOf(provider: OpenIdProvider): Promise<ClientAuth> {
    const { ClientSecretBasic, ClientSecretPost } = await library();
    if (provider.appleTeam !== null)
      return (server, client, body, headers) =>
        ClientSecretPost(this.signForApple(provider)!)(server, client, body, headers);
    const secret = this.sealer.open(provider.secretSealed);
    const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
    return (server, client, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported;
      // Without the list, the standard means Basic.
      return (methods?.includes('client_secret_post') ? post : basic)(server, client, body, headers);
    };
  }
}

/** A changed provider has another key, so its former configuration is not used. */
const keyOf = ({ id, issuer, clientId, secretSealed }: OpenIdProvider): string =>
  JSON.stringify([id, issuer, clientId, secretSealed]);

function claimsOf(claims: Readonly<Record<string, unknown>>): Claims {
  const { sub, email, email_verified, given_name, family_name } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_UID || sub.includes('\0'))
    throw new SignInFailed();
  return {
    uid: sub,
    email: textOf(email),
    // Apple sends it as a text.
    emailVerified: email_verified === true || email_verified === 'true',
    firstName: textOf(given_name),
    lastName: textOf(family_name),
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 254 && !value.includes('\0') ? value : null;
