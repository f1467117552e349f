import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import {
  type CustomerSession,
  LoginRequired,
  SessionKeeper,
  type Viewer,
  type ViewerCustomer,
  type Visit,
} from '#platform/access';
import {
  AccountMails,
  AlreadyRegistered,
  customers,
  emailOf,
  type Taken,
  usernameOf,
} from '#domains/accounts';
import { customerActor } from '#platform/audit';
import { Sql } from '#platform/database';
import { SignUps } from '#platform/limits';
import { ConnectionsService } from './connections.service';
import type { RegisterBody } from './dto/register.body';
import { enabledProvider, presentedRequest, SOCIAL } from './provider.rules';
import { checkRegistration } from './registration.rules';
import { FIND_NEWCOMER } from './social.queries';
import { type SocialAccount, SignedRequests } from './signed-requests';

/** Registers customers whom a free-plan purchase or an import created. */
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
   * Registers the customer of the viewer's session, connects the account of the signed request, and replaces all sessions of the
   * customer by a new one (contract 4.11). Mails a confirmation link unless the address is confirmed. Limited as a sign-up if
   * there is an address.
   * @throws SocialLoginUnsupported, LoginRequired, TooManyRequests, AlreadyRegistered, InvalidSignedRequest, InvalidFields,
   *   ProviderTaken, UidTaken; the first of them
   */
  async register(viewer: Viewer, body: RegisterBody): Promise<CustomerSession> {
    const { fanclub, source, visit } = viewer;
    const presented = presentedRequest(body.requests, fanclub);
    const { name } = enabledProvider(fanclub, presented?.providerName ?? SOCIAL);
    if (!visit) throw new LoginRequired();
    const { customer } = visit;
    const register = async (): Promise<CustomerSession> => {
      const taken = await this.findTaken(fanclub.id, visit, body);
      const account = await this.requests.accountOf(fanclub, [name], presented?.text);
      const { password, ...fields } = checkRegistration(fanclub, customer, body, taken, this.clock.now());
      const passwordHash = password && (await this.passwords.hash(password, source.network));
      return this.store(viewer, customer, account, { ...fields, passwordHash });
    };
    const email = customer.email ?? emailOf(body.email);
    return email === null ? register() : this.signUps.limit(viewer, email, register);
  }

  /** @throws AlreadyRegistered; LoginRequired if the customer has neither an address nor the order of a free plan */
  private async findTaken(
    fanclub: number,
    { customer, orderId: order }: Visit,
    body: RegisterBody,
  ): Promise<Taken> {
    const names = { email: emailOf(body.email), username: usernameOf(body) };
    const asked = { fanclub, customer: customer.id, order, ...names, now: this.clock.now() };
    const found = await this.sql.first(FIND_NEWCOMER, asked);
    if (!found) throw new LoginRequired();
    if (customer.registered || found.registered) throw new AlreadyRegistered();
    if (customer.email === null && !found.hasFreeOrder) throw new LoginRequired();
    return found;
  }

  private store(
    viewer: Viewer,
    customer: ViewerCustomer,
    account: SocialAccount,
    registration: customers.Registration,
  ): Promise<CustomerSession> {
    const { fanclub } = viewer;
    const { id } = customer;
    const now = this.clock.now();
    return this.sql.transaction(async (tx) => {
      const row = await customers.register(tx, { fanclub: fanclub.id, customer: id }, registration, now);
      if (!row) throw new AlreadyRegistered();
      await this.connections.add(tx, viewer, id, account);
      const authentications = [...customer.authentications, account.provider];
      const registered = { ...customer, ...row, registered: true, authentications };
      if (!row.confirmed) await this.mails.queue(tx, fanclub, 'confirm_address', registered);
      await this.keeper.endAll(tx, viewer, id, 'registered');
      const event = { action: 'account.registered', actor: customerActor(id) } as const;
      return { customer: registered, token: await this.keeper.open(tx, viewer, id, { event }) };
    });
  }
}
