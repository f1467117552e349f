import { Injectable } from '@nestjs/common';
import type { AdapterPayload, Grant, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Clock } from '#libs/clock';
import type { ClubAsker } from '#platform/audit';
import { type RowOf, Sql } from '#platform/database';
import { SCOPES, type Scope } from './application.entity';
import { ApplicationsLookup, type FoundApplication } from './applications-lookup';
import {
  DELETE_CONSENT,
  FIND_CONSENT,
  LIST_CONSENTS,
  STORE_CONSENT,
  TOUCH_APPLICATION,
  TOUCH_CONSENT,
} from './applications.queries';
import { END_LOG_INS, NOTE_LOG_IN } from './log-ins.queries';
import { currentRequest } from './openid-request';
import { DELETE_OF_APPLICATION } from './records.queries';

/** An application that a member has allowed to read something. */
export type AllowedApplication = RowOf<typeof LIST_CONSENTS>;

/** What members allow applications to read. A consent lasts until the member ends it; grants of it end with the session. */
@Injectable()
export class Consents {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly applications: ApplicationsLookup,
  ) {}

  /** The grant for an authorization. Undefined: the member must be asked. */
  async grantFor(fanclub: number, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const { client, session, result, provider, requestParamOIDCScopes } = ctx.oidc;
    if (!client || session?.accountId === undefined) return undefined;
    const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
    const wanted = [...requestParamOIDCScopes];
    const found = id === undefined ? undefined : await provider.Grant.find(id);
    if (found?.accountId === session.accountId && covers(found.getOIDCScope().split(' '), wanted))
      return found;
    // A new request for consent is always asked.
    if (ctx.oidc.prompts.has('consent') && !result?.consent) return found;
    const application = await this.applications.find(fanclub, client.clientId);
    if (!application) return undefined;
    if (!application.firstParty) {
      const key = { fanclub, customer: Number(session.accountId), application: application.id };
      const consent = await this.sql.first(FIND_CONSENT, key);
      if (!consent || !covers(consent.scopes, wanted)) return found;
    }
    return this.grant(provider, session.accountId, application, wanted);
  }

  /** Makes the grant that a member has just allowed, and remembers it. Returns the id of the grant. */
  async allow(
    provider: Provider,
    fanclub: number,
    {
      customer,
      application,
      scopes,
    }: { customer: number; application: FoundApplication; scopes: readonly string[] },
  ): Promise<string> {
    await this.store(fanclub, customer, application.id, scopes);
    const { jti } = await this.grant(provider, String(customer), application, scopes);
    return jti;
  }

  /** Records that an application got a code: for its last use, for the member's list, and for the end of the log-in. */
  async noteLogIn(fanclub: number, { clientId, sid }: AdapterPayload): Promise<void> {
    const { logIn } = currentRequest();
    const application = clientId === undefined ? null : await this.applications.find(fanclub, clientId);
    if (!application || !logIn) return;
    const { id } = application;
    const now = this.clock.now();
    await this.sql.run(TOUCH_APPLICATION, { fanclub, application: id, now });
    const { customerId } = logIn;
    // Without scopes it allows nothing, should the application be another party's one day.
    if (application.firstParty) await this.store(fanclub, customerId, id, []);
    else await this.sql.run(TOUCH_CONSENT, { fanclub, application: id, customer: customerId, now });
    if (application.backChannelLogOutUrl === null || sid === undefined) return;
    const { customerId: customer, sessionId } = logIn;
    await this.sql.run(NOTE_LOG_IN, { fanclub, application: id, customer, session: sessionId, sid, now });
  }

  /** What a member has allowed. */
  list(fanclub: number, customer: number): Promise<AllowedApplication[]> {
    return this.sql.rows(LIST_CONSENTS, { fanclub, customer });
  }

  /** Ends what a member has allowed: nothing that the application has got works any more. False: there was nothing. */
  end({ fanclub: { id } }: ClubAsker, customer: number, application: number): Promise<boolean> {
    const key = { fanclub: id, customer, application };
    return this.sql.transaction(async (tx) => {
      const ended = await tx.first(DELETE_CONSENT, key);
      await tx.run(DELETE_OF_APPLICATION, key);
      await tx.run(END_LOG_INS, { ...key, now: this.clock.now() });
      return ended !== null;
    });
  }

  private async store(
    fanclub: number,
    customer: number,
    application: number,
    scopes: readonly string[],
  ): Promise<void> {
    await this.sql.run(STORE_CONSENT, { fanclub, customer, application, scopes, now: this.clock.now() });
  }

  private async grant(
    provider: Provider,
    accountId: string,
    { clientId }: FoundApplication,
    scopes: readonly string[],
  ): Promise<Grant> {
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(scopes.join(' '));
    await grant.save();
    return grant;
  }
}

const covers = (allowed: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((scope) => allowed.includes(scope));

/** The scopes of a request that say something of the member. */
export const scopesIn = (text: unknown): Scope[] =>
  SCOPES.filter((scope) => typeof text === 'string' && text.split(' ').includes(scope));
