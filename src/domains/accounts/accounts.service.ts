import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { faultsOf, without } from '#libs/validation';
import { type FanclubInfo, SessionKeeper, type Viewer, type ViewerCustomer } from '#platform/access';
import { customerActor, SecurityEvents } from '#platform/audit';
import { Sql, type Statements, violatedUnique } from '#platform/database';
import { SignUps } from '#platform/limits';
import { AccountMails } from './account-mails';
import { addAge, addTaken, addTerms, emailOf, usernameOf } from './account.rules';
import { AlreadyRegistered, CustomerRequired } from './accounts.errors';
import { CREATE_CUSTOMER, FIND_TAKEN, REGISTER_BUYER, type Taken } from './accounts.queries';
import { UNIQUE_EMAIL, UNIQUE_USERNAME } from './customer.entity';
import { newCustomer, registeredBuyer } from './customer.rules';
import { type CreateAccountBody, isGiven, passwordOf } from './dto/create-account.body';

/** What is to become an account, found in order. */
interface NewAccount {
  email: string;
  firstName: string | null;
  lastName: string | null;
  birthdate: string;
  username: string | null;
  password: string | null;
  acceptedTermsAt: Date | null;
}

/** An account that was created. */
export interface CreatedAccount {
  customer: ViewerCustomer;
  /** What the cookie of the session is to hold that replaces the visitor's; null: it stays as it is. */
  token: string | null;
}

/** Creating accounts. */
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
   * Creates an account, registered but not confirmed, and queues the mail that asks for the confirmation (decisions 4.4).
   * The customer whom a free-plan purchase left in the session becomes that account, with order and subscription, and keeps a
   * session (decisions 4.4a): a new one, so that nobody else holds it. Limited as a sign-up if there is an address to look up.
   *
   * @param returnTo where the page behind the mailed link leads in the end; null: to the fan club's site
   * @throws CustomerRequired; TooManyRequests; InvalidFields with every message, in the order of decisions 4.2; AlreadyRegistered for the second of
   *   two that register the same customer
   */
  async create(
    viewer: Viewer,
    sent: CreateAccountBody,
    returnTo: string | null = null,
  ): Promise<CreatedAccount> {
    if (!isGiven(sent)) throw new CustomerRequired();
    const body = viewer.fanclub.forumIntegration ? sent : without(sent, ['username']);
    const email = emailOf(body.email);
    if (email === null) return this.createNow(viewer, body, returnTo);
    return this.signUps.limit(viewer, email, () => this.createNow(viewer, body, returnTo));
  }

  private async createNow(
    viewer: Viewer,
    body: CreateAccountBody,
    returnTo: string | null,
  ): Promise<CreatedAccount> {
    const { fanclub, source } = viewer;
    const account = this.checked(fanclub, body, await this.findTaken(fanclub, body));
    const passwordHash =
      account.password === null ? null : await this.passwords.hash(account.password, source.network);
    try {
      return await this.sql.transaction((tx) => this.store(tx, viewer, account, passwordHash, returnTo));
    } catch (error) {
      const constraint = violatedUnique(error);
      if (constraint !== UNIQUE_EMAIL && constraint !== UNIQUE_USERNAME) throw error;
      // Someone else was quicker. Their row tells whether they have both names; the constraint tells only the first.
      const taken = await this.findTaken(fanclub, body);
      this.checked(fanclub, body, {
        email: taken.email || constraint === UNIQUE_EMAIL,
        username: taken.username || constraint === UNIQUE_USERNAME,
      });
      throw error;
    }
  }

  /** Checks every field; `taken` are the names that other customers have. */
  private checked(fanclub: FanclubInfo, body: CreateAccountBody, taken: Taken): NewAccount {
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
      email: email!,
      firstName: first_name ?? null,
      lastName: last_name ?? null,
      birthdate: birthdate!,
      username: username ?? null,
      password: password?.password ?? null,
      acceptedTermsAt: acceptsTerms ? now : null,
    };
  }

  private async findTaken(fanclub: FanclubInfo, body: CreateAccountBody): Promise<Taken> {
    const email = emailOf(body.email);
    const username = usernameOf(body);
    if (email === null && username === null) return { email: false, username: false };
    const now = this.clock.now();
    return (await this.sql.first(FIND_TAKEN, { fanclub: fanclub.id, email, username, now }))!;
  }

  private async store(
    tx: Statements,
    viewer: Viewer,
    account: NewAccount,
    passwordHash: string | null,
    returnTo: string | null,
  ): Promise<CreatedAccount> {
    const { fanclub } = viewer;
    const { email, firstName, lastName, birthdate, username, acceptedTermsAt } = account;
    const values = {
      fanclub: fanclub.id,
      email,
      passwordHash,
      firstName,
      lastName,
      birthdate,
      username,
      acceptedTermsAt,
    };
    const buyer = buyerIn(viewer);
    const row = buyer
      ? await tx.first(REGISTER_BUYER, { ...values, customer: buyer.id })
      : await tx.first(CREATE_CUSTOMER, values);
    if (!row) throw new AlreadyRegistered();
    await this.mails.confirmAddress(tx, fanclub, { id: row.id, email, firstName: row.firstName }, returnTo);
    const actor = customerActor(row.id);
    if (!buyer) {
      await this.events.record(tx, viewer, { action: 'account.created', actor });
      return { customer: newCustomer(row), token: null };
    }
    await this.sessions.endAll(tx, viewer, row.id, 'registered');
    const orderId = viewer.visit?.orderId;
    return {
      customer: registeredBuyer(buyer, row),
      token: await this.sessions.open(tx, viewer, row.id, {
        orderId,
        event: { action: 'account.registered', actor },
      }),
    };
  }
}

/** The customer whom a free-plan purchase left in the session without identity; null where there is none. */
function buyerIn({ unregistered }: Viewer): ViewerCustomer | null {
  return unregistered?.email === null ? unregistered : null;
}
