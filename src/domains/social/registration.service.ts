import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { LoginRequired, SessionKeeper, type Viewer, type ViewerCustomer, type Visit } from '#platform/access';
import {
  AccountMails,
  AlreadyRegistered,
  EmailTaken,
  emailOf,
  UNIQUE_EMAIL,
  UNIQUE_USERNAME,
  usernameOf,
  UsernameTaken,
} from '#domains/accounts';
import { customerActor } from '#platform/audit';
import { onConflict, Sql } from '#platform/database';
import { SignUps } from '#platform/limits';
import { ConnectionsService } from './connections.service';
import type { RegisterBody } from './dto/register.body';
import { enabledProvider, presentedRequest, SOCIAL } from './provider.rules';
import { checkRegistration, type Registration } from './registration.rules';
import { FIND_NEWCOMER, REGISTER, type RegisteredCustomer } from './registration.queries';
import { type SocialAccount, SignedRequests } from './signed-requests';

/** A registration that succeeded. */
export interface Registered {
  customer: ViewerCustomer;
  /** What the cookie of the new session is to hold; nowhere else kept. */
  token: string;
}

/** Registering the customer whom a free-plan purchase, or an import, left without registration. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly sql: Sql,
    private readonly requests: SignedRequests,
    private readonly connections: ConnectionsService,
    private readonly mails: AccountMails,
    private readonly passwords: Passwords,
    private readonly signUps: SignUps,
    private readonly keeper: SessionKeeper,
    private readonly clock: Clock,
  ) {}

  /**
   * Registers the customer of the viewer's session, connects the account of the signed request, accepts the terms, asks for
   * the confirmation of the address by mail unless it is confirmed, and gives the visitor a new session in place of all others
   * of the customer; all of it or nothing (decisions 4.11).
   * Limited as a sign-up if there is an address to look up or mail to.
   * @throws SocialLoginUnsupported, LoginRequired, TooManyRequests, AlreadyRegistered, InvalidSignedRequest, InvalidFields,
   *   ProviderTaken, UidTaken; the first of them
   */
  async register(viewer: Viewer, body: RegisterBody): Promise<Registered> {
    const { fanclub, visit } = viewer;
    const presented = presentedRequest(body.requests, fanclub);
    const { name } = enabledProvider(fanclub, presented?.providerName ?? SOCIAL);
    if (!visit) throw new LoginRequired();
    const register = () => this.registerNow(viewer, visit, body, { name, text: presented?.text });
    const email = visit.customer.email ?? emailOf(body.email);
    return email === null ? register() : this.signUps.limit(viewer, email, register);
  }

  private async registerNow(
    viewer: Viewer,
    visit: Visit,
    body: RegisterBody,
    request: { name: string; text: string | undefined },
  ): Promise<Registered> {
    const { fanclub, source } = viewer;
    const taken = await this.newcomer(fanclub.id, visit, body);
    const account = await this.requests.accountOf(fanclub, [request.name], request.text);
    const registration = checkRegistration(fanclub, visit.customer, body, taken, this.clock.now());
    const passwordHash =
      registration.password === null
        ? null
        : await this.passwords.hash(registration.password, source.network);
    return this.store(viewer, visit.customer, account, registration, passwordHash);
  }

  /**
   * Makes sure that the session still is one that may register, and tells which names others have. A customer without address
   * needs the order of a free plan, which must be their own.
   */
  private async newcomer(fanclubId: number, { customer, orderId }: Visit, body: RegisterBody) {
    const found = await this.sql.first(FIND_NEWCOMER, {
      fanclub: fanclubId,
      customer: customer.id,
      order: orderId,
      email: emailOf(body.email),
      username: usernameOf(body),
      now: this.clock.now(),
    });
    if (!found) throw new LoginRequired();
    if (customer.registered || found.registered) throw new AlreadyRegistered();
    if (customer.email === null && !found.hasFreeOrder) throw new LoginRequired();
    return { email: found.emailTaken, username: found.usernameTaken };
  }

  private store(
    viewer: Viewer,
    customer: ViewerCustomer,
    account: SocialAccount,
    { password: _, ...fields }: Registration,
    passwordHash: string | null,
  ): Promise<Registered> {
    const { fanclub } = viewer;
    const { id } = customer;
    const now = this.clock.now();
    return this.sql.transaction(async (tx) => {
      const row = await tx
        .first(REGISTER, { fanclub: fanclub.id, customer: id, ...fields, passwordHash, now })
        .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()))
        .catch(onConflict(UNIQUE_USERNAME, () => new UsernameTaken()));
      if (!row) throw new AlreadyRegistered();
      await this.connections.add(tx, viewer, id, account);
      const registered = registeredCustomer(customer, row, account);
      if (!row.confirmed) await this.mails.confirmAddress(tx, fanclub, { ...registered, email: row.email });
      await this.keeper.endAll(tx, viewer, id, 'registered');
      const event = { action: 'account.registered', actor: customerActor(id) } as const;
      return { customer: registered, token: await this.keeper.open(tx, viewer, id, { event }) };
    });
  }
}

/** The customer as the registration left them. */
function registeredCustomer(
  customer: ViewerCustomer,
  row: RegisteredCustomer,
  { provider }: SocialAccount,
): ViewerCustomer {
  return {
    ...customer,
    ...row,
    registered: true,
    authentications: [...customer.authentications, provider],
  };
}
