import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { faultsOf, isBlank } from '#libs/validation';
import { type CustomerSession, type LoggedInViewer, LoginRequired, SessionKeeper } from '#platform/access';
import { SecurityEvents } from '#platform/audit';
import { onConflict, Sql, type Statements } from '#platform/database';
import {
  countedAddress,
  GuardedPasswords,
  LimitsService,
  mailboxOf,
  TooManyRequests,
} from '#platform/limits';
import { OneTimeTokens } from '#platform/tokens';
import { AccountMails } from './account-mails';
import { addTaken, emailOf, usernameOf } from './account.rules';
import { newEmailOf, withoutIgnored } from './account-update.rules';
import { CurrentPasswordIncorrect, UsernameTaken } from './accounts.errors';
import { type Account, FIND_ACCOUNT, UPDATE_ACCOUNT } from './accounts.queries';
import { UNIQUE_USERNAME } from './customer.entity';
import { newPasswordOf, type UpdateAccountBody } from './dto/account.bodies';

/** A valid update. */
interface Update {
  body: UpdateAccountBody;
  /** Null if the body has neither an address nor a user name nor a password. */
  account: Account | null;
  /** Null withdraws the pending address; undefined: no change. */
  newEmail: string | null | undefined;
  /** Null: no change. */
  passwordHash: string | null;
  keepsLogIn: boolean;
}

/** Updates the viewer's account. */
@Injectable()
export class AccountUpdatesService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly guarded: GuardedPasswords,
    private readonly limits: LimitsService,
    private readonly sessions: SessionKeeper,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Changes everything that was sent, or nothing. A new address is pending until it is confirmed; the present address withdraws
   * it (contract 4.8). A new password ends all sessions and, for a client that keeps its log-in, opens one. A wrong current password counts as a failed log-in.
   * New addresses are limited as look-ups and as mails.
   * @param keepsLogIn whether the client can take the token of the session that follows a new password
   * @throws TooManyRequests; InvalidFields with every message, in the order of contract 4.2
   */
  async update(
    viewer: LoggedInViewer,
    sent: UpdateAccountBody,
    keepsLogIn: boolean,
  ): Promise<CustomerSession> {
    const body = withoutIgnored(viewer, sent);
    await this.countLookup(viewer, body);
    return this.attempt(viewer, body, keepsLogIn).catch((error: unknown) => {
      // A simultaneous log-in may have rehashed the current password.
      if (error instanceof CurrentPasswordIncorrect) return this.attempt(viewer, body, keepsLogIn);
      throw error;
    });
  }

  /** Limits new addresses, because the answer reveals whether another customer has them. */
  private async countLookup(viewer: LoggedInViewer, body: UpdateAccountBody): Promise<void> {
    const email = emailOf(body.email);
    const own = [viewer.customer.email, viewer.customer.newEmail].map((one) => countedAddress(one ?? ''));
    if (email === null || own.includes(countedAddress(email))) return;
    await this.limits.count(viewer, { lookupNetwork: viewer.source.network });
  }

  /** @throws CurrentPasswordIncorrect if the hash was replaced after the current password was verified */
  private async attempt(
    viewer: LoggedInViewer,
    body: UpdateAccountBody,
    keepsLogIn: boolean,
  ): Promise<CustomerSession> {
    const account = await this.find(viewer, body);
    await this.check(viewer, body, account);
    const newEmail = await this.withinMailLimit(viewer, newEmailOf(body, account), account);
    const password = newPasswordOf(body)?.password ?? null;
    const passwordHash = password && (await this.passwords.hash(password, viewer.source.network));
    const { first_name, last_name, username, lists_opt_in } = body;
    const changes = [first_name, last_name, username, lists_opt_in, newEmail, passwordHash ?? undefined];
    if (changes.every((value) => value === undefined)) return { customer: viewer.customer, token: null };

    const write = (tx: Statements) =>
      this.write(tx, viewer, { body, account, newEmail, passwordHash, keepsLogIn });
    const isOneStatement = newEmail === undefined && passwordHash === null;
    const written = isOneStatement ? write(this.sql) : this.sql.transaction(write);
    return written.catch(onConflict(UNIQUE_USERNAME, () => new UsernameTaken()));
  }

  /** Null, without a statement, if the body has neither an address nor a user name nor a password. */
  private async find(
    { fanclub, customer }: LoggedInViewer,
    body: UpdateAccountBody,
  ): Promise<Account | null> {
    const names = { email: emailOf(body.email), username: usernameOf(body) };
    if (names.email === null && names.username === null && newPasswordOf(body) === null) return null;
    const viewer = { fanclub: fanclub.id, customer: customer.id };
    const account = await this.sql.first(FIND_ACCOUNT, { ...viewer, ...names, now: this.clock.now() });
    if (!account) throw new LoginRequired();
    return account;
  }

  private async check(
    viewer: LoggedInViewer,
    body: UpdateAccountBody,
    account: Account | null,
  ): Promise<void> {
    const newPassword = newPasswordOf(body);
    const sent = (['email', 'username'] as const).filter((field) => body[field] !== undefined);
    const errors = faultsOf(body, sent);
    addTaken(errors, account);
    if (newPassword) {
      if (!(await this.isCurrent(viewer, body.current_password, account)))
        errors.add('current_password', 'is incorrect');
      errors.merge(faultsOf(newPassword));
    }
    errors.throwIfAny();
  }

  /** Always false for a customer without a password, who gets the first one by a reset. */
  private async isCurrent(
    viewer: LoggedInViewer,
    password: unknown,
    account: Account | null,
  ): Promise<boolean> {
    if (typeof password !== 'string' || isBlank(password)) return false;
    const email = viewer.customer.email ?? '';
    const isRight = await this.guarded.verify(viewer, { email }, password, account?.passwordHash ?? null);
    if (!isRight) {
      const event = { action: 'login.failed', reason: 'wrong_current_password' } as const;
      await this.events.record(this.sql, viewer, event);
    }
    return isRight;
  }

  /**
   * Counts the mail to a new address. If the limit is reached, an address that is pending already is ignored, so that the other
   * fields can be saved.
   * @throws TooManyRequests for any other address
   */
  private async withinMailLimit(
    viewer: LoggedInViewer,
    newEmail: Update['newEmail'],
    account: Account | null,
  ): Promise<Update['newEmail']> {
    if (typeof newEmail !== 'string') return newEmail;
    try {
      await this.limits.count(viewer, { newEmail: mailboxOf(newEmail) });
      return newEmail;
    } catch (error) {
      if (account?.sameNewEmail && error instanceof TooManyRequests) return undefined;
      throw error;
    }
  }

  private async write(tx: Statements, viewer: LoggedInViewer, update: Update): Promise<CustomerSession> {
    const { fanclub, customer } = viewer;
    const { body, account, newEmail, passwordHash, keepsLogIn } = update;
    const updated = await tx.first(UPDATE_ACCOUNT, {
      fanclub: fanclub.id,
      customer: customer.id,
      sendsFirstName: body.first_name !== undefined,
      firstName: body.first_name ?? null,
      sendsLastName: body.last_name !== undefined,
      lastName: body.last_name ?? null,
      username: body.username ?? null,
      sendsNewEmail: newEmail !== undefined,
      newEmail: newEmail ?? null,
      optIn: body.lists_opt_in ?? null,
      optInSource: body.lists_opt_in_source ?? null,
      passwordHash,
      now: this.clock.now(),
      verifiedHash: passwordHash && (account?.passwordHash ?? null),
    });
    if (!updated) throw passwordHash === null ? new LoginRequired() : new CurrentPasswordIncorrect();
    const changed = { ...customer, ...updated };
    if (newEmail === null) await this.tokens.revoke(tx, fanclub.id, 'confirm_new_address', customer.id);
    else if (newEmail !== undefined) {
      await this.events.record(tx, viewer, { action: 'email_change.requested' });
      await this.mails.queue(tx, fanclub, 'confirm_new_address', { ...changed, email: newEmail });
      // If the address was pending already, the present address has got its notice.
      if (!account?.sameNewEmail)
        await this.mails.queueNotice(tx, fanclub, 'address_change_notice', {
          ...changed,
          email: customer.email!,
        });
    }
    return { customer: changed, token: passwordHash && (await this.renewSessions(tx, viewer, keepsLogIn)) };
  }

  /** Ends all sessions and opens a new one for a client that keeps its log-in. Also invalidates the link of a forgotten password. */
  private async renewSessions(
    tx: Statements,
    viewer: LoggedInViewer,
    keepsLogIn: boolean,
  ): Promise<string | null> {
    const { fanclub, customer, visit } = viewer;
    await this.events.record(tx, viewer, { action: 'password.changed' });
    await this.tokens.revoke(tx, fanclub.id, 'reset_password', customer.id);
    await this.sessions.endAll(tx, viewer, customer.id, 'password_changed');
    if (!keepsLogIn) return null;
    return this.sessions.open(tx, viewer, customer.id, { orderId: visit.orderId });
  }
}
