import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Interaction, Provider } from 'oidc-provider';
import { originOf } from '#libs/validation';
import type { FanclubInfo } from '#platform/access';
import type { Scope } from './application.entity';
import { ApplicationsLookup, type FoundApplication } from './applications-lookup';
import { Consents, scopesIn } from './consents';
import { OpenidProviders } from './openid-providers';
import { ASK_LIFETIME, askCookie } from './provider-settings';
import { inRequest, type LogIn } from './openid-request';
import { secondsOf } from './session-of-library';

/** Cookies identify the browser that began an authorization. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What an application waits for, while the member is on our pages. */
export interface Ask {
  readonly fanclub: Pick<FanclubInfo, 'id'>;
  readonly kind: 'login' | 'consent';
  readonly application: FoundApplication;
  readonly scopes: readonly Scope[];
  /** Where the answer leads. */
  readonly origin: string;
  /** Whether only a log-in from this Unix second on counts. Null: any. */
  readonly loggedInFrom: number | null;
  /** The member who must answer; null: anybody. */
  readonly customerId: number | null;
  readonly exchange: Exchange;
}

/** Asks of the provider that our pages answer: who is there, and whether the application may read something. */
@Injectable()
export class OpenidAsks {
  constructor(
    private readonly providers: OpenidProviders,
    private readonly applications: ApplicationsLookup,
    private readonly consents: Consents,
  ) {}

  /** The ask of this name, if this browser has begun it. Null: it is over, or another browser's. */
  async find(fanclub: FanclubInfo, uid: string, exchange: Exchange): Promise<Ask | null> {
    if (!exchange.request.headers.cookie?.includes(`${askCookie(fanclub.id)}=`)) return null;
    const provider = await this.providers.of(fanclub);
    const found = await detailsOf(provider, exchange);
    if (found === null || found.uid !== uid) return null;
    const { params, prompt, iat, session } = found;
    const application = await this.applications.find(fanclub.id, String(params.client_id));
    const origin = originOf(String(params.redirect_uri));
    if (!application || origin === null || (prompt.name !== 'login' && prompt.name !== 'consent'))
      return null;
    const isRepeated = prompt.name === 'login' && !prompt.reasons.every((reason) => reason === 'no_session');
    return {
      fanclub,
      kind: prompt.name,
      application,
      scopes: scopesIn(params.scope),
      origin,
      loggedInFrom: isRepeated ? iat : null,
      customerId: session === undefined ? null : Number(session.accountId),
      exchange,
    };
  }

  /** Whether a log-in answers the ask. */
  isAnsweredBy({ loggedInFrom }: Ask, { loggedInAt }: LogIn): boolean {
    return loggedInFrom === null || secondsOf(loggedInAt) >= loggedInFrom;
  }

  /** Lets an ask outlive the present session, because the member must log in again, which ends it. */
  async awaitNewLogIn({ fanclub, exchange }: Ask): Promise<void> {
    const found = await detailsOf(await this.providers.of(fanclub), exchange);
    if (!found?.session) return;
    found.session = undefined;
    await found.save(ASK_LIFETIME);
  }

  /** Answers who is there. Returns the address where the application's request goes on. */
  async logIn(ask: Ask, logIn: LogIn): Promise<string> {
    const provider = await this.providers.of(ask.fanclub);
    const login = { accountId: String(logIn.customerId), ts: secondsOf(logIn.loggedInAt) };
    return this.answer(provider, ask, { login });
  }

  /** Lets the application read what it asked for. Returns the address where its request goes on. */
  async allow(ask: Ask, logIn: LogIn): Promise<string> {
    const provider = await this.providers.of(ask.fanclub);
    const { application, scopes } = ask;
    const allowed = { customer: logIn.customerId, application, scopes };
    const grantId = await inRequest({ logIn, errorPage: null, wrongSecret: null }, () =>
      this.consents.allow(provider, ask.fanclub.id, allowed),
    );
    return this.answer(provider, ask, { consent: { grantId } });
  }

  /** Refuses the application's request for the member. Returns the application's address. */
  async refuse(ask: Ask): Promise<string> {
    const error_description = 'The member has refused.';
    return this.answer(await this.providers.of(ask.fanclub), ask, {
      error: 'access_denied',
      error_description,
    });
  }

  /** The origin to which the answer to an ask leads; null for an unknown one. */
  async originOf(fanclub: FanclubInfo, uid: string): Promise<string | null> {
    const provider = await this.providers.of(fanclub);
    const found = await provider.Interaction.find(uid);
    return found ? originOf(String(found.params.redirect_uri)) : null;
  }

  private answer(
    provider: Provider,
    { exchange }: Ask,
    result: Parameters<Provider['interactionResult']>[2],
  ) {
    return provider.interactionResult(exchange.request, exchange.response, result);
  }
}

async function detailsOf(provider: Provider, { request, response }: Exchange): Promise<Interaction | null> {
  try {
    return await provider.interactionDetails(request, response);
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return null;
    throw error;
  }
}
