import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { FieldErrors } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { formText, isBlank } from '#libs/validation';
import { type LoggedInViewer, LoginRequired, SessionKeeper, type ViewerCustomer } from '../access';
import { onConflict } from '../database/conflicts';
import { Sql, type Statements } from '../database/sql';
import { type Claimant, countedAddress, GuardedPasswords, Limits } from '../limits';
import { OneTimeTokens } from '../tokens';
import { AccountMails } from './account-mails';
import {
  checkEmail,
  checkText,
  checkNewPassword,
  checkUsername,
  emailOf,
  usernameOf,
} from './account.fields';
import { CurrentPasswordIncorrect, UsernameTaken } from './accounts.errors';
import { type AccountRow, FIND_ACCOUNT, UPDATE_ACCOUNT, type UpdatedRow } from './accounts.queries';
import { UNIQUE_USERNAME } from './customer.entity';
import { newPasswordOf, optInOf, type UpdateAccountBody } from './dto/update-account.body';

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
  newEmail?: string;
  password?: string;
  optIn?: { given: boolean; source: string | null };
}

/** For an update that need not be held against anything. */
const UNSEEN: AccountRow = {
  password_hash: null,
  same_email: false,
  same_new_email: false,
  email_taken: false,
  username_taken: false,
};

/**
 * Whether a user name was sent that is held against the rules. Without forum there are none (specification, POST /account). The
 * present one stays, be it one that today's rules refuse: clients send it with every save.
 */
function changesUsername({ fanclub, customer }: LoggedInViewer, { username }: UpdateAccountBody): boolean {
  return fanclub.forumIntegration && username !== undefined && formText(username).text !== customer.username;
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
  ) {}

  /**
   * Changes what was sent, all of it or nothing. A new address waits for its confirmation (decisions 4.8); a new password ends
   * all sessions but the one that it opens. A wrong current password counts as a failed log-in; an address is mailed to no more
   * often than for a forgotten password, whoever names it as theirs.
   * @throws TooManyRequests; InvalidFields with every message, in the order of decisions 4.2
   */
  async update(viewer: LoggedInViewer, sent: UpdateAccountBody, client: string): Promise<AccountUpdate> {
    const body = changesUsername(viewer, sent) ? sent : { ...sent, username: undefined };
    return this.attempt(viewer, body, client).catch((error: unknown) => {
      // A log-in at the same moment may have hashed the current password anew; then it proves itself once more.
      if (error instanceof CurrentPasswordIncorrect) return this.attempt(viewer, body, client);
      throw error;
    });
  }

  /** @throws CurrentPasswordIncorrect when the hash that the current password proved right against was replaced since */
  private async attempt(
    viewer: LoggedInViewer,
    body: UpdateAccountBody,
    client: string,
  ): Promise<AccountUpdate> {
    const account = await this.find(viewer, body);
    const { fanclub, customer } = viewer;
    const claimant = { fanclub, email: customer.email ?? '', client };
    const changes = await this.checked(body, account, claimant);
    if (Object.keys(changes).length === 0) return { customer: viewer.customer, token: null };
    if (changes.newEmail !== undefined) {
      await this.limits.count(fanclub, { newEmail: countedAddress(changes.newEmail) });
    }

    const hash = changes.password === undefined ? null : await this.passwords.hash(changes.password);
    const write = (tx: Statements) => this.write(tx, viewer, account, changes, hash);
    const isOneStatement = changes.newEmail === undefined && hash === null;
    const written = isOneStatement ? write(this.sql) : this.sql.transaction(write);
    return written.catch(onConflict(UNIQUE_USERNAME, () => new UsernameTaken()));
  }

  /** What the update is held against: one statement, or none where names alone or the preference were sent. */
  private async find({ fanclub, customer }: LoggedInViewer, body: UpdateAccountBody): Promise<AccountRow> {
    const email = emailOf(body.email);
    const username = usernameOf(body.username);
    if (email === null && username === null && newPasswordOf(body) === null) return UNSEEN;
    const account = await this.sql.first<AccountRow>(FIND_ACCOUNT, [
      fanclub.id,
      customer.id,
      email,
      username,
    ]);
    if (!account) throw new LoginRequired();
    return account;
  }

  private async checked(body: UpdateAccountBody, account: AccountRow, claimant: Claimant): Promise<Changes> {
    const errors = new FieldErrors();
    const changes: Changes = {};
    if (body.email !== undefined) {
      const email = checkEmail(errors, body.email, account.email_taken);
      if (!account.same_email) changes.newEmail = email;
    }
    if (body.first_name !== undefined) {
      changes.firstName = checkText(errors, 'first_name', body.first_name);
    }
    if (body.last_name !== undefined) changes.lastName = checkText(errors, 'last_name', body.last_name);
    if (body.username !== undefined) {
      changes.username = checkUsername(errors, body.username, account.username_taken);
    }
    const newPassword = newPasswordOf(body);
    if (newPassword) {
      if (!(await this.isCurrent(claimant, body.current_password, account)))
        errors.add('current_password', 'is incorrect');
      changes.password = checkNewPassword(errors, newPassword);
    }
    const given = optInOf(body);
    if (given !== null)
      changes.optIn = { given, source: checkText(errors, 'lists_opt_in_source', body.lists_opt_in_source) };
    errors.throwIfAny();
    return changes;
  }

  /** Nobody knows the password of a customer who has none; the way to a first one is the reset of a forgotten one. */
  private async isCurrent(
    claimant: Claimant,
    password: unknown,
    { password_hash: hash }: AccountRow,
  ): Promise<boolean> {
    if (typeof password !== 'string' || isBlank(password)) return false;
    return this.guarded.verify(claimant, password, hash);
  }

  private async write(
    tx: Statements,
    viewer: LoggedInViewer,
    account: AccountRow,
    changes: Changes,
    passwordHash: string | null,
  ): Promise<AccountUpdate> {
    const { fanclub, customer } = viewer;
    const updated = await tx.first<UpdatedRow>(UPDATE_ACCOUNT, [
      fanclub.id,
      customer.id,
      changes.firstName !== undefined,
      changes.firstName ?? null,
      changes.lastName !== undefined,
      changes.lastName ?? null,
      changes.username ?? null,
      changes.newEmail ?? null,
      changes.optIn?.given ?? null,
      changes.optIn?.source ?? null,
      passwordHash,
      this.clock.now(),
      passwordHash === null ? null : account.password_hash,
    ]);
    if (!updated) throw passwordHash === null ? new LoginRequired() : new CurrentPasswordIncorrect();
    if (changes.newEmail !== undefined) {
      const { first_name: firstName } = updated;
      await this.mails.confirmNewAddress(tx, fanclub, {
        id: customer.id,
        email: changes.newEmail,
        firstName,
      });
      // Asked for once more, because the mail did not arrive: the present address knows already.
      if (!account.same_new_email) {
        await this.mails.addressChangeNotice(tx, fanclub, { email: customer.email!, firstName });
      }
    }
    return {
      customer: {
        ...customer,
        firstName: updated.first_name,
        lastName: updated.last_name,
        username: updated.username,
        newEmail: updated.new_email,
        listsOptIn: updated.lists_opt_in,
      },
      token: passwordHash === null ? null : await this.renewSessions(tx, viewer),
    };
  }

  /** Ends all sessions and opens a new one; the link of a forgotten password is worthless too. */
  private async renewSessions(tx: Statements, viewer: LoggedInViewer): Promise<string> {
    const { fanclub, customer, visit } = viewer;
    await this.tokens.revoke(tx, fanclub.id, 'reset_password', customer.id);
    await this.sessions.endAll(tx, fanclub.id, customer.id);
    return this.sessions.open(tx, viewer, customer.id, { orderId: visit.orderId });
  }
}
