import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { isBlank } from '#libs/validation';
import { customerOf, SessionKeeper, type Viewer, type ViewerCustomer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { Sql } from '#platform/database';
import { Overloaded } from '#platform/http';
import { GuardedPasswords } from '#platform/limits';
import type { LogInBody } from './dto/log-in.body';
import type { Login } from './login';
import { LoginFailures } from './login-failures';
import { type Applicant, mayLogIn, needsNoPassword } from './login.rules';
import { WrongCredentials } from './sessions.errors';
import { FIND_APPLICANT, HOLD_CUSTOMER, STORE_PASSWORD_HASH } from './sessions.queries';

interface Account {
  customer: ViewerCustomer;
  applicant: Applicant;
  passwordHash: string | null;
}

/** Logging in with e-mail address and password. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly guarded: GuardedPasswords,
    private readonly clock: Clock,
    private readonly keeper: SessionKeeper,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Logs a visitor in by password. The session they came with ends, whoever it belonged to. Failures are limited by address and
   * client; blank fields are no failure, a right password that logs nobody in is one.
   * @throws TooManyRequests, WrongCredentials, CustomerBlacklisted, AccountUnregistered, AccountUnconfirmed
   */
  async logIn(viewer: Viewer, body: LogInBody): Promise<Login> {
    // A log-in at the same moment may have hashed the proven password anew; then it proves itself once more.
    const login = (await this.attempt(viewer, body)) ?? (await this.attempt(viewer, body));
    if (!login) throw new WrongCredentials();
    return login;
  }

  /** Null when the hash that the password proved right against was replaced before there was a session. */
  private async attempt(viewer: Viewer, body: LogInBody): Promise<Login | null> {
    const { customer, passwordHash } = await this.prove(viewer, body);
    const token = await this.open(
      viewer,
      customer.id,
      passwordHash,
      await this.upgraded(viewer, body, passwordHash),
    );
    return token === null ? null : { customer, token };
  }

  /** The customer whose e-mail address and password these are, entitled to log in. */
  private async prove(viewer: Viewer, { email, password }: LogInBody): Promise<Account> {
    if (email === undefined || isBlank(email) || password === undefined || isBlank(password)) {
      throw new WrongCredentials();
    }
    const account = await this.find(viewer.fanclub, email.trim());
    // Without account or hash as much is computed, so that the time of the answer does not tell whether there is one.
    const claimed = { email, mayLogIn: account !== null && mayLogIn(account.applicant) };
    const proven = await this.guarded.verify(viewer, claimed, password, account?.passwordHash ?? null);
    if (!account || !(proven || needsNoPassword(account.applicant, account.passwordHash))) {
      await this.failures.record(
        viewer,
        account ? 'wrong_password' : 'unknown_account',
        account?.customer.id,
      );
      throw new WrongCredentials();
    }
    await this.failures.assertMayLogIn(viewer, account.customer.id, account.applicant);
    return account;
  }

  private async find(fanclub: { id: number }, email: string): Promise<Account | null> {
    // PostgreSQL has no such text, so nobody has such an address.
    if (email.includes('\0')) return null;
    const row = await this.sql.first(FIND_APPLICANT, { fanclub: fanclub.id, email, now: this.clock.now() });
    if (!row) return null;
    const customer = customerOf(row);
    return {
      customer,
      applicant: { ...customer, blacklisted: row.blacklisted },
      passwordHash: row.passwordHash,
    };
  }

  /** A new hash of the password just verified, if the stored one is outdated; else null. */
  private async upgraded(
    { source }: Viewer,
    { password }: LogInBody,
    passwordHash: string | null,
  ): Promise<string | null> {
    if (password === undefined || passwordHash === null || !this.passwords.needsRehash(passwordHash))
      return null;
    return this.passwords.hash(password, source.network).catch((error: unknown) => {
      // Under load the login comes first; the next one finds the hash still outdated.
      if (error instanceof Overloaded) return null;
      throw error;
    });
  }

  /** Opens a session and returns its token; null if the customer has another hash by now, or was blacklisted. */
  private open(
    viewer: Viewer,
    customerId: number,
    passwordHash: string | null,
    newHash: string | null,
  ): Promise<string | null> {
    const customer = { fanclub: viewer.fanclub.id, customer: customerId };
    return this.sql.transaction(async (tx) => {
      if (!(await tx.first(HOLD_CUSTOMER, { ...customer, verifiedHash: passwordHash }))) return null;
      if (newHash !== null) await tx.run(STORE_PASSWORD_HASH, { ...customer, passwordHash: newHash });
      return this.keeper.open(tx, viewer, customerId, {
        event: { action: 'login.succeeded', actor: customerActor(customerId), reason: 'password' },
      });
    });
  }
}
