import { Injectable } from '@nestjs/common';
import type { Client, Provider } from 'oidc-provider';
import { DomainError } from '#libs/envelope';
import type { FanclubInfo } from '#platform/access';
import { OpenidProviders } from './openid-providers';

/** The parameters of a log-out that an application begins; others are ignored. */
export const LOG_OUT_PARAMETERS = [
  'id_token_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
] as const;
export type LogOutParameters = Partial<Record<(typeof LOG_OUT_PARAMETERS)[number], string>>;

/** The request of an application is wrong, so nobody is sent to the address in it. */
export class LogOutInvalid extends DomainError {
  readonly messages = [
    'The application has sent a log-out that we do not understand. You are still logged in.',
  ];
  override readonly status = 400;
}

/** A log-out that an application begins. */
export interface LogOutRequest {
  /** Where the member returns. Null: nowhere. */
  readonly returnTo: string | null;
  /** The member whom the application's token names. Null: it has sent none that we can verify, so the member is asked. */
  readonly customerId: number | null;
}

/** Checks log-outs that applications begin (OpenID Connect RP-Initiated Logout). */
@Injectable()
export class LogOutRequests {
  constructor(private readonly providers: OpenidProviders) {}

  /** @throws LogOutInvalid */
  async check(fanclub: FanclubInfo, parameters: LogOutParameters): Promise<LogOutRequest> {
    const { id_token_hint: hint, client_id: clientId, post_logout_redirect_uri: address, state } = parameters;
    if (hint === undefined && clientId === undefined) return { returnTo: null, customerId: null };
    const provider = await this.providers.of(fanclub);
    const named = hint === undefined ? null : claimsOf(hint);
    const audience = named?.aud ?? clientId;
    if (clientId !== undefined && audience !== clientId) throw new LogOutInvalid();
    const client = audience === undefined ? undefined : await provider.Client.find(audience);
    if (audience !== undefined && !client) throw new LogOutInvalid();
    // A key is published for some months, and an application may keep a token for longer.
    const isOurs = hint !== undefined && (await isSigned(provider, hint, client!));
    const customerId = named !== null && isOurs ? Number(named.sub) : null;
    // Without an application, the address could be anybody's.
    if (address === undefined || !client) return { returnTo: null, customerId };
    if (!client.postLogoutRedirectUriAllowed(address)) throw new LogOutInvalid();
    const url = new URL(address);
    if (state !== undefined) url.searchParams.set('state', state);
    return { returnTo: url.href, customerId };
  }
}

/** The claims of a token that is not verified yet. @throws LogOutInvalid */
function claimsOf(token: string): { aud: string; sub: string } {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
    if (typeof claims.aud === 'string' && typeof claims.sub === 'string')
      return { aud: claims.aud, sub: claims.sub };
  } catch {
    // It is no token.
  }
  throw new LogOutInvalid();
}

/** Whether we have signed the token for this application, with a key that is still known; it may have expired. */
async function isSigned(provider: Provider, token: string, client: Client): Promise<boolean> {
  try {
    await provider.IdToken.validate(token, client);
    return true;
  } catch {
    return false;
  }
}
