import { Injectable } from '@nestjs/common';
import type { CustomerSession, LoggedInViewer, Viewer } from '#platform/access';
import { fill } from '#libs/validation';
import { Sql } from '#platform/database';
import { LimitsService } from '#platform/limits';
import { ClubHosts, hostedCallback } from '#platform/tenants';
import { AccountsService, type CreateAccountBody } from '#domains/accounts';
import { LogInBody, SessionsService, SocialLoginService } from '#domains/sessions';
import { ConnectionsService } from '#domains/social';
import { OpenIdClients, type OpenIdProvider } from './openid-clients';
import type { Departure, Identity, Way } from './sealed-steps';
import { LastWayToLogIn, NoSuchProvider, ProviderAway, SignInFailed } from './sign-in.errors';
import { FIND_ACCOUNT_OF_ADDRESS, FIND_OPENID_PROVIDER, IS_CONNECTED } from './sign-in.queries';

/** How a log-in with another account goes on. */
export type Outcome =
  | { readonly kind: 'logged_in'; readonly session: CustomerSession }
  | { readonly kind: 'connected' }
  /** An account has the address: it is connected by its password only. `hasPassword` false: one must be set first. */
  | { readonly kind: 'known_address'; readonly identity: Identity; readonly hasPassword: boolean }
  | { readonly kind: 'new_person'; readonly identity: Identity };

/** Logs visitors in with their accounts at other services. */
@Injectable()
export class SignInService {
  constructor(
    private readonly sql: Sql,
    private readonly clients: OpenIdClients,
    private readonly logins: SocialLoginService,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
    private readonly connections: ConnectionsService,
    private readonly limits: LimitsService,
    private readonly hosts: ClubHosts,
  ) {}

  /** Sends a visitor to the provider. @throws NoSuchProvider, ProviderAway */
  async start(
    viewer: Viewer,
    name: string,
    way: Way,
    session: number | null,
  ): Promise<{ location: string; departure: Departure }> {
    const { id } = viewer.fanclub;
    const provider = await this.providerOf(id, name);
    const { location, ...sent } = await this.clients
      .start(provider, this.callback(id, name))
      .catch((cause: unknown) => {
        throw Object.assign(new ProviderAway(), { cause });
      });
    return { location, departure: { provider: name, ...sent, ...way, session } };
  }

  /**
   * Goes on with what the provider answered.
   * @param visitor whose former session ends with a log-in
   * @param query of the callback
   * @throws NoSuchProvider, SignInRefused, SignInFailed, ProviderTaken, UidTaken, TooManyRequests, and the failures of a log-in
   */
  async finish(
    viewer: Viewer,
    visitor: Viewer,
    name: string,
    departure: Departure | null,
    query: string,
  ): Promise<Outcome> {
    const { fanclub } = viewer;
    if (departure?.provider !== name) throw new SignInFailed();
    const provider = await this.providerOf(fanclub.id, name);
    const answer = new URL(`${this.callback(fanclub.id, name)}${query}`);
    const claims = await this.exchange(viewer, () => this.clients.finish(provider, answer, departure));
    const account = { provider: name, uid: claims.uid };
    if (departure.session !== null) {
      // Another person may use the browser by now.
      if (!viewer.isLoggedIn() || viewer.visit.sessionId !== departure.session) throw new SignInFailed();
      await this.connections.connectOwn(viewer, account);
      return { kind: 'connected' };
    }
    if (await this.sql.first(IS_CONNECTED, { fanclub: fanclub.id, name, uid: claims.uid })) {
      return { kind: 'logged_in', session: await this.logins.logInConnected(visitor, account) };
    }
    const { redirect, popup } = departure;
    const identity = { ...claims, provider: name, label: provider.label, redirect, popup };
    if (claims.email === null || !claims.emailVerified) return { kind: 'new_person', identity };
    await this.limits.count(viewer, { lookupNetwork: viewer.source.network });
    const known = await this.sql.first(FIND_ACCOUNT_OF_ADDRESS, { fanclub: fanclub.id, email: claims.email });
    if (!known) return { kind: 'new_person', identity };
    // The account's own spelling, for the page that asks for the password.
    return {
      kind: 'known_address',
      identity: { ...identity, email: known.email },
      hasPassword: known.hasPassword,
    };
  }

  /** Logs in with the password of the account that has the identity's address, and connects it. @throws the failures of a log-in, ProviderTaken, UidTaken */
  async connectByPassword(visitor: Viewer, identity: Identity, password: string): Promise<CustomerSession> {
    if (identity.email === null || !identity.emailVerified) throw new SignInFailed();
    const { provider, uid, email } = identity;
    const fanclub = visitor.fanclub.id;
    // A session must not be opened in vain, nor must it end the former one.
    const known = await this.sql.first(FIND_ACCOUNT_OF_ADDRESS, { fanclub, email });
    if (known) await this.connections.assertFree(fanclub, known.id, { provider, uid });
    const session = await this.sessions.logIn(visitor, fill(LogInBody, { email, password }));
    await this.connections.connectOpened(visitor, session, { provider, uid });
    return session;
  }

  /** Registers a new person, who gets a session: logged in only if the provider has verified the address. @throws what {@link AccountsService.create} throws, ProviderTaken, UidTaken */
  register(
    viewer: Viewer,
    identity: Identity,
    body: CreateAccountBody,
    returnTo: string | null,
  ): Promise<CustomerSession> {
    const { provider, uid, email, emailVerified } = identity;
    return this.accounts.create(viewer, body, returnTo, {
      identity: {
        verified: emailVerified ? email : null,
        connect: (tx, customer) => this.connections.add(tx, viewer, customer, { provider, uid }),
      },
    });
  }

  /** Removes one of the member's connections. @throws LastWayToLogIn */
  async disconnect(viewer: LoggedInViewer, name: string): Promise<void> {
    if (!(await this.connections.disconnectOwn(viewer, name))) throw new LastWayToLogIn();
  }

  /** The address to which the provider leads back. Staff enter it at the provider. */
  callback(fanclub: number, name: string): string {
    return hostedCallback(this.hosts.addressOf(fanclub), name);
  }

  /** Counts a failure before the provider is asked again, so that nobody makes us ask it without end. @throws TooManyRequests */
  private async exchange<T>(viewer: Viewer, work: () => Promise<T>): Promise<T> {
    const event = await this.limits.begin(viewer, { loginNetwork: viewer.source.network });
    let counts: ['loginNetwork'] | [] = ['loginNetwork'];
    try {
      const done = await work();
      counts = [];
      return done;
    } finally {
      await this.limits.settle(event, { counts });
    }
  }

  /** @throws NoSuchProvider */
  private async providerOf(fanclub: number, name: string): Promise<OpenIdProvider> {
    const provider = /^[a-z][a-z0-9_]{0,49}$/.test(name)
      ? await this.sql.first(FIND_OPENID_PROVIDER, { fanclub, name })
      : null;
    if (!provider) throw new NoSuchProvider();
    return provider;
  }
}
