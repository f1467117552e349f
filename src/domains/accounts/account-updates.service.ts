import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { faultsOf, isBlank, without } from '#libs/validation';
import { type LoggedInViewer, LoginRequired, SessionKeeper, type ViewerCustomer } from '#platform/access';
import { SecurityEvents } from '#platform/audit';
import { onConflict, Sql, type Statements } from '#platform/database';
import { countedAddress, GuardedPasswords, Limits, mailboxOf, TooManyRequests } from '#platform/limits';
import { OneTimeTokens } from '#platform/tokens';
import { AccountMails } from './account-mails';
import { addTaken, emailOf, usernameOf } from './account.rules';
import { CurrentPasswordIncorrect, UsernameTaken } from './accounts.errors';
import { type Account, FIND_ACCOUNT, UPDATE_ACCOUNT } from './accounts.queries';
import { UNIQUE_USERNAME } from './customer.entity';
import { newPasswordOf, type UpdateAccountBody } from './dto/update-account.body';

/** An account as it is after an update. */
export interface AccountUpdate {
  customer: ViewerCustomer;
  /** The session that a new password opened in the place of all others; null without new password. */
  token: string | null;
}

/** What is to change, and nothing else. */
interface Changes {
  /** Null takes the name away. */
  firstName?: string | null;
  lastName?: string | null;
  username?: string;
  /** Null withdraws the change that is pending. */
  newEmail?: string | null;
  password?: string;
  optIn?: { given: boolean; source: string | null };
}

/** For an update that need not be held against anything. */
const UNSEEN: Account = {
  passwordHash: null,
  sameEmail: false,
  sameNewEmail: false,
  hasNewEmail: false,
  emailTaken: false,
  usernameTaken: false,
};

/**
 * The fields that were sent for nothing: a user name without a forum (specification, POST /account), or the present one, which
 * clients send with every save and which stays even if today's rules refuse it; the source of a preference that was not given.
 */
function unasked(
  { fanclub, customer }: LoggedInViewer,
  sent: UpdateAccountBody,
): (keyof UpdateAccountBody)[] {
  const keepsUsername = !fanclub.forumIntegration || (sent.username ?? '') === customer.username;
  return [
    ...(keepsUsername ? (['username'] as const) : []),
    ...(sent.lists_opt_in === undefined ? (['lists_opt_in_source'] as const) : []),
  ];
}

/** Changing one's account. */
@Injectable()
export class AccountUpdatesService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly guarded: GuardedPasswords,
    private readonly limits: Limits,
    private readonly sessions: SessionKeeper,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Changes what was sent, all of it or nothing. A new address waits for its confirmation, and the present one withdraws it
   * (decisions 4.8); a new password ends all sessions but the one that it opens. A wrong current password counts as a failed
   * log-in. A new address counts as one that is looked up, and is mailed to no more often than for a forgotten password; that
   * limit does not refuse the other fields that come with an address that is pending already.
   * @throws TooManyRequests; InvalidFields with every message, in the order of decisions 4.2
   */
  async update(viewer: LoggedInViewer, sent: UpdateAccountBody): Promise<AccountUpdate> {
    const body = without(sent, unasked(viewer, sent));
    await this.countLookup(viewer, body);
    return this.attempt(viewer, body).catch((error: unknown) => {
      // A log-in at the same moment may have hashed the current password anew; then it proves itself once more.
      if (error instanceof CurrentPasswordIncorrect) return this.attempt(viewer, body);
      throw error;
    });
  }

  /** The answer to a new address tells whether somebody else has it. */
  private async countLookup(viewer: LoggedInViewer, body: UpdateAccountBody): Promise<void> {
    const email = emailOf(body.email);
    const own = [viewer.customer.email, viewer.customer.newEmail].map((one) => countedAddress(one ?? ''));
    if (email === null || own.includes(countedAddress(email))) return;
    await this.limits.count(viewer, { lookupNetwork: viewer.source.network });
  }

  /** @throws CurrentPasswordIncorrect when the hash that the current password proved right against was replaced since */
  private async attempt(viewer: LoggedInViewer, body: UpdateAccountBody): Promise<AccountUpdate> {
    const account = await this.find(viewer, body);
    const changes = await this.checked(viewer, body, account);
    if (typeof changes.newEmail === 'string' && !(await this.mayMail(viewer, changes.newEmail, account))) {
      delete changes.newEmail;
    }
    if (Object.keys(changes).length === 0) return { customer: viewer.customer, token: null };

    const hash =
      changes.password === undefined
        ? null
        : await this.passwords.hash(changes.password, viewer.source.network);
    const write = (tx: Statements) => this.write(tx, viewer, account, changes, hash);
    const isOneStatement = changes.newEmail === undefined && hash === null;
    const written = isOneStatement ? write(this.sql) : this.sql.transaction(write);
    return written.catch(onConflict(UNIQUE_USERNAME, () => new UsernameTaken()));
  }

  /**
   * Counts a mail to a new address. False where the limit is reached and the address is pending already.
   * @throws TooManyRequests for any other address
   */
  private async mayMail(viewer: LoggedInViewer, email: string, account: Account): Promise<boolean> {
    try {
      await this.limits.count(viewer, { newEmail: mailboxOf(email) });
      return true;
    } catch (error) {
      if (account.sameNewEmail && error instanceof TooManyRequests) return false;
      throw error;
    }
  }

  /** What the update is held against: one statement, or none where names alone or the preference were sent. */
  private async find({ fanclub, customer }: LoggedInViewer, body: UpdateAccountBody): Promise<Account> {
    const email = emailOf(body.email);
    const username = usernameOf(body);
    if (email === null && username === null && newPasswordOf(body) === null) return UNSEEN;
    const account = await this.sql.first(FIND_ACCOUNT, {
      fanclub: fanclub.id,
      customer: customer.id,
      email,
      username,
      now: this.clock.now(),
    });
    if (!account) throw new LoginRequired();
    return account;
  }

  private async checked(viewer: LoggedInViewer, body: UpdateAccountBody, account: Account): Promise<Changes> {
    const { email, first_name, last_name, username, lists_opt_in: given } = body;
    const newPassword = newPasswordOf(body);
    const sent = (['email', 'username'] as const).filter((field) => body[field] !== undefined);
    const errors = faultsOf(body, sent);
    addTaken(errors, { email: account.emailTaken, username: account.usernameTaken });
    if (newPassword) {
      if (!(await this.isCurrent(viewer, body.current_password, account)))
        errors.add('current_password', 'is incorrect');
      errors.merge(faultsOf(newPassword));
    }
    errors.throwIfAny();
    const changes: Changes = {};
    if (email && !account.sameEmail) changes.newEmail = email;
    else if (email && account.hasNewEmail) changes.newEmail = null;
    if (first_name !== undefined) changes.firstName = first_name;
    if (last_name !== undefined) changes.lastName = last_name;
    if (username) changes.username = username;
    if (newPassword) changes.password = newPassword.password!;
    if (given !== undefined) changes.optIn = { given, source: body.lists_opt_in_source ?? null };
    return changes;
  }

  /** Nobody knows the password of a customer who has none; the way to a first one is the reset of a forgotten one. */
  private async isCurrent(
    viewer: LoggedInViewer,
    password: unknown,
    { passwordHash: hash }: Account,
  ): Promise<boolean> {
    if (typeof password !== 'string' || isBlank(password)) return false;
    const email = viewer.customer.email ?? '';
    const isRight = await this.guarded.verify(viewer, { email }, password, hash);
    if (!isRight) {
      const event = { action: 'login.failed', reason: 'wrong_current_password' } as const;
      await this.events.record(this.sql, viewer, event);
    }
    return isRight;
  }

  private async write(
    tx: Statements,
    viewer: LoggedInViewer,
    account: Account,
    changes: Changes,
    passwordHash: string | null,
  ): Promise<AccountUpdate> {
    const { fanclub, customer } = viewer;
    const updated = await tx.first(UPDATE_ACCOUNT, {
      fanclub: fanclub.id,
      customer: customer.id,
      sendsFirstName: changes.firstName !== undefined,
      firstName: changes.firstName ?? null,
      sendsLastName: changes.lastName !== undefined,
      lastName: changes.lastName ?? null,
      username: changes.username ?? null,
      sendsNewEmail: changes.newEmail !== undefined,
      newEmail: changes.newEmail ?? null,
      optIn: changes.optIn?.given ?? null,
      optInSource: changes.optIn?.source ?? null,
      passwordHash,
      now: this.clock.now(),
      verifiedHash: passwordHash === null ? null : account.passwordHash,
    });
    if (!updated) throw passwordHash === null ? new LoginRequired() : new CurrentPasswordIncorrect();
    const { newEmail } = changes;
    if (newEmail === null) await this.tokens.revoke(tx, fanclub.id, 'confirm_new_address', customer.id);
    else if (newEmail !== undefined) {
      await this.events.record(tx, viewer, { action: 'email_change.requested' });
      const { id } = customer;
      const { firstName } = updated;
      await this.mails.confirmNewAddress(tx, fanclub, { id, email: newEmail, firstName });
      // Asked for once more, because the mail did not arrive: the present address knows already.
      if (!account.sameNewEmail) {
        await this.mails.addressChangeNotice(tx, fanclub, { id, email: customer.email!, firstName });
      }
    }
    return {
      customer: { ...customer, ...updated },
      token: passwordHash === null ? null : await this.renewSessions(tx, viewer),
    };
  }

  /** Ends all sessions and opens a new one; the link of a forgotten password is worthless too. */
  private async renewSessions(tx: Statements, viewer: LoggedInViewer): Promise<string> {
    const { fanclub, customer, visit } = viewer;
    await this.events.record(tx, viewer, { action: 'password.changed' });
    await this.tokens.revoke(tx, fanclub.id, 'reset_password', customer.id);
    await this.sessions.endAll(tx, viewer, customer.id, 'password_changed');
    return this.sessions.open(tx, viewer, customer.id, { orderId: visit.orderId });
  }
}
