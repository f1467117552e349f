import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { faultsOf, without } from '#libs/validation';
import { type CustomerSession, type FanclubInfo, SessionKeeper, type Viewer } from '#platform/access';
import { customerActor, SecurityEvents } from '#platform/audit';
import { Sql, type Statements, violatedUnique } from '#platform/database';
import { SignUps } from '#platform/limits';
import { AccountMails } from './account-mails';
import { addAge, addTaken, addTerms, emailOf, usernameOf } from './account.rules';
import { AlreadyRegistered, CustomerRequired } from './accounts.errors';
import {
  CONFIRM_VERIFIED,
  CREATE_CUSTOMER,
  FIND_TAKEN,
  type NewCustomer,
  REGISTER_BUYER,
  type Taken,
} from './accounts.queries';
import { UNIQUE_EMAIL, UNIQUE_USERNAME } from './customer.entity';
import { newCustomer } from './customer.rules';
import { type CreateAccountBody, isGiven, passwordOf } from './dto/account.bodies';

/** How a sign-up goes on. */
interface SignUpWay {
  readonly returnTo: string | null;
  readonly opensSession: boolean;
  readonly identity: ProvenIdentity | null;
}

/** An account at another service that is connected with the new one. */
export interface ProvenIdentity {
  /** The address that the service has verified; it needs no mail if it is the account's. Null: none. */
  readonly verified: string | null;
  /** Connects it, in the transaction of the sign-up. */
  connect(tx: Statements, customerId: number): Promise<void>;
}

/** User names exist only in fan clubs with a forum. */
const bodyFor = ({ forumIntegration }: FanclubInfo, sent: CreateAccountBody): CreateAccountBody =>
  forumIntegration ? sent : without(sent, ['username']);

/** Creates accounts. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly mails: AccountMails,
    private readonly signUps: SignUps,
    private readonly sessions: SessionKeeper,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Creates an account, registered but not confirmed, and queues the mail that asks for the confirmation (contract 4.4). The
   * customer whom a free-plan purchase left in the session becomes this account, and gets a new session, so that nobody else
   * holds it (contract 4.4a). Limited as a sign-up if the address is valid.
   *
   * @param returnTo where the page behind the mailed link leads in the end; null: to the fan club's site
   * @param opensSession whether the new customer gets a session, in which an order can be placed before the address is confirmed; to
   *   the API the customer stays logged out
   * @throws CustomerRequired; TooManyRequests; InvalidFields with every message, in the order of contract 4.2; AlreadyRegistered
   *   if a simultaneous request has registered the customer
   */
  async create(
    viewer: Viewer,
    sent: CreateAccountBody,
    returnTo: string | null = null,
    { opensSession = false, identity = null }: Partial<Omit<SignUpWay, 'returnTo'>> = {},
  ): Promise<CustomerSession> {
    if (!isGiven(sent)) throw new CustomerRequired();
    const body = bodyFor(viewer.fanclub, sent);
    const email = emailOf(body.email);
    const way = { returnTo, opensSession, identity };
    if (email === null) return this.createNow(viewer, body, way);
    return this.signUps.limit(viewer, email, () => this.createNow(viewer, body, way));
  }

  /** The faults of a sign-up that can be seen without looking anybody up. @throws InvalidFields with every message */
  check({ fanclub }: Viewer, sent: CreateAccountBody): void {
    this.checked(fanclub, bodyFor(fanclub, sent), null);
  }

  private async createNow(viewer: Viewer, body: CreateAccountBody, way: SignUpWay): Promise<CustomerSession> {
    const { fanclub, source } = viewer;
    const { password, ...account } = this.checked(fanclub, body, await this.findTaken(fanclub, body));
    const passwordHash = password && (await this.passwords.hash(password, source.network));
    try {
      return await this.sql.transaction((tx) => this.store(tx, viewer, { ...account, passwordHash }, way));
    } catch (error) {
      const constraint = violatedUnique(error);
      if (constraint !== UNIQUE_EMAIL && constraint !== UNIQUE_USERNAME) throw error;
      // A simultaneous request has stored a name. PostgreSQL reports only the first violated key, so both are looked up.
      const taken = await this.findTaken(fanclub, body);
      this.checked(fanclub, body, {
        emailTaken: taken?.emailTaken || constraint === UNIQUE_EMAIL,
        usernameTaken: taken?.usernameTaken || constraint === UNIQUE_USERNAME,
      });
      throw error;
    }
  }

  /** @throws InvalidFields with every message */
  private checked(fanclub: FanclubInfo, body: CreateAccountBody, taken: Taken | null) {
    const now = this.clock.now();
    const { email, first_name, last_name, birthdate, username, accept_terms } = body;
    const acceptsTerms = accept_terms !== undefined && accept_terms !== null;
    const password = passwordOf(body);
    const errors = faultsOf(body, fanclub.forumIntegration ? ['username'] : []);
    addTaken(errors, taken);
    addAge(errors, birthdate, fanclub, now);
    if (password) errors.merge(faultsOf(password));
    if (acceptsTerms) addTerms(errors, accept_terms);
    errors.throwIfAny();
    return {
      fanclub: fanclub.id,
      email: email!,
      firstName: first_name ?? null,
      lastName: last_name ?? null,
      birthdate: birthdate!,
      username: username ?? null,
      password: password?.password ?? null,
      acceptedTermsAt: acceptsTerms ? now : null,
    };
  }

  /** Null if neither the e-mail address nor the user name can be looked up, because both are missing or invalid. */
  private async findTaken({ id: fanclub }: FanclubInfo, body: CreateAccountBody): Promise<Taken | null> {
    const names = { email: emailOf(body.email), username: usernameOf(body) };
    if (names.email === null && names.username === null) return null;
    return this.sql.first(FIND_TAKEN, { fanclub, ...names, now: this.clock.now() });
  }

  private async store(
    tx: Statements,
    viewer: Viewer,
    account: NewCustomer,
    { returnTo, opensSession, identity }: SignUpWay,
  ): Promise<CustomerSession> {
    const { fanclub, unregistered, visit } = viewer;
    // The buyer of a free plan, who has no identity.
    const buyer = unregistered?.email === null ? unregistered : null;
    const row = buyer
      ? await tx.first(REGISTER_BUYER, { ...account, customer: buyer.id })
      : await tx.first(CREATE_CUSTOMER, account);
    if (!row) throw new AlreadyRegistered();
    const isVerified = identity?.verified?.toLowerCase() === row.email.toLowerCase();
    if (isVerified)
      await tx.run(CONFIRM_VERIFIED, { fanclub: fanclub.id, customer: row.id, now: this.clock.now() });
    else await this.mails.queue(tx, fanclub, 'confirm_address', row, returnTo);
    await identity?.connect(tx, row.id);
    const actor = customerActor(row.id);
    // With an identity, the session proves who registered when the mailed link is opened.
    if (!buyer && (opensSession || identity)) {
      const event = { action: 'account.created', actor } as const;
      const token = await this.sessions.open(tx, viewer, row.id, { orderId: null, event });
      return { customer: { ...newCustomer(row), confirmed: isVerified }, token };
    }
    if (!buyer) {
      await this.events.record(tx, viewer, { action: 'account.created', actor });
      return { customer: newCustomer(row), token: null };
    }
    await this.sessions.endAll(tx, viewer, row.id, 'registered');
    const token = await this.sessions.open(tx, viewer, row.id, {
      orderId: visit?.orderId,
      event: { action: 'account.registered', actor },
    });
    return { customer: { ...buyer, ...row, registered: true, confirmed: isVerified }, token };
  }
}
