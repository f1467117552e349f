import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { SCOPES } from './application.entity';
import { CLAIMS } from './member-claims';
import { currentRequest } from './openid-request';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Seconds for which an access token and an ID token are valid. */
export const TOKEN_LIFETIME = HOUR;

/** Seconds in which a member must answer. */
export const ASK_LIFETIME = HOUR;

/** What differs between fan clubs. */
type OfFanclub = Pick<
  Configuration,
  'adapter' | 'findAccount' | 'jwks' | 'loadExistingGrant' | 'interactions' | 'fetch'
> & {
  readonly fanclubId: number;
  /** The path of the issuer. */
  readonly path: string;
  readonly cookieKeys: readonly string[];
  readonly secure: boolean;
};

/** The cookie of the browser that began an authorization. */
export const askCookie = (fanclubId: number): string => `fanclub_openid_ask_${fanclubId}`;

const off = { enabled: false } as const;
const fixed = (seconds: number) => () => seconds;

/** The settings of a fan club's provider: code flow only, refresh tokens rotate, everything ends with the session of the member. */
export function providerSettings(own: OfFanclub): Configuration {
  const { fanclubId, path, cookieKeys, secure, ...given } = own;
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const;
  return {
    ...given,
    scopes: [...SCOPES],
    claims: CLAIMS,
    // Discourse and WordPress read only the ID token or only userinfo, so both have the claims.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    cookies: {
      names: {
        session: `fanclub_openid_${fanclubId}`,
        interaction: askCookie(fanclubId),
        resume: `fanclub_openid_resume_${fanclubId}`,
      },
      long: { ...cookie, path },
      short: cookie,
      keys: [...cookieKeys],
    },
    ttl: {
      AccessToken: fixed(TOKEN_LIFETIME),
      AuthorizationCode: fixed(60),
      Grant: fixed(30 * DAY),
      IdToken: fixed(TOKEN_LIFETIME),
      Interaction: fixed(ASK_LIFETIME),
      RefreshToken: fixed(30 * DAY),
      Session: fixed(30 * DAY),
    },
    // Our own session decides, in the statement that finds a record.
    expiresWithSession: () => Promise.resolve(false),
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' && originsOf(client.redirectUris).includes(origin),
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      resourceIndicators: off,
      claimsParameter: off,
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      userinfo: { enabled: true },
    },
    renderError,
  };
}

const originsOf = (addresses: readonly string[] = []): string[] =>
  addresses.map((address) => new URL(address).origin);

/** A refusal that cannot be sent to the application, because the request does not prove which one it is. */
function renderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): void {
  const { errorPage } = currentRequest();
  if (errorPage === null) {
    ctx.body = out;
    return;
  }
  const { html, headers } = errorPage(out.error_description ?? out.error);
  ctx.type = 'html';
  ctx.set({ ...headers });
  ctx.body = html;
}
