import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { isBlank } from '#libs/validation';
import { type CustomerSession, customerOf, SessionKeeper, type Viewer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { type RowOf, Sql } from '#platform/database';
import { Overloaded } from '#platform/http';
import { GuardedPasswords } from '#platform/limits';
import type { LogInBody } from './dto/log-in.body';
import { LoginFailures } from './login-failures';
import { needsNoPassword, refusalOf } from './login.rules';
import { WrongCredentials } from './sessions.errors';
import { FIND_APPLICANT, HOLD_CUSTOMER, STORE_PASSWORD_HASH } from './sessions.queries';

/** Logs visitors in with e-mail address and password. */
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
   * Opens a session. The visitor's former one ends, even if it was another customer's. Failures are limited by address and client
   * network. Blank fields do not count as a failure. A correct password of a customer who may not log in does.
   * @throws TooManyRequests, WrongCredentials, CustomerBlacklisted, AccountUnregistered, AccountUnconfirmed
   */
  async logIn(viewer: Viewer, body: LogInBody): Promise<CustomerSession> {
    // A simultaneous log-in may have rehashed the password, so there is a second attempt.
    const login = (await this.attempt(viewer, body)) ?? (await this.attempt(viewer, body));
    if (!login) throw new WrongCredentials();
    return login;
  }

  /** Null if the password hash was replaced after the password was verified. */
  private async attempt(viewer: Viewer, body: LogInBody): Promise<CustomerSession | null> {
    const { passwordHash, blacklisted, ...row } = await this.prove(viewer, body);
    const newHash = await this.upgraded(viewer, body, passwordHash);
    const token = await this.open(viewer, row.id, passwordHash, newHash);
    return token === null ? null : { customer: customerOf(row), token };
  }

  /** The customer with this e-mail address and password, who may log in. */
  private async prove(viewer: Viewer, { email, password }: LogInBody): Promise<RowOf<typeof FIND_APPLICANT>> {
    if (email === undefined || isBlank(email) || password === undefined || isBlank(password)) {
      throw new WrongCredentials();
    }
    const row = await this.find(viewer.fanclub, email.trim());
    const claimed = { email, mayLogIn: row !== null && refusalOf(row, viewer.fanclub) === null };
    // Takes as long without an account, so that the response time does not reveal whether there is one.
    const proven = await this.guarded.verify(viewer, claimed, password, row?.passwordHash ?? null);
    if (!row || !(proven || needsNoPassword(row, row.passwordHash))) {
      await this.failures.record(viewer, row ? 'wrong_password' : 'unknown_account', row?.id);
      throw new WrongCredentials();
    }
    await this.failures.assertMayLogIn(viewer, row);
    return row;
  }

  private async find({ id: fanclub }: { id: number }, email: string) {
    // PostgreSQL cannot store this character, so no customer has such an address.
    if (email.includes('\0')) return null;
    return this.sql.first(FIND_APPLICANT, { fanclub, email, now: this.clock.now() });
  }

  /** A new hash of the verified password if the stored hash is outdated; else null. */
  private async upgraded(
    { source }: Viewer,
    { password }: LogInBody,
    passwordHash: string | null,
  ): Promise<string | null> {
    if (password === undefined || passwordHash === null || !this.passwords.needsRehash(passwordHash))
      return null;
    return this.passwords.hash(password, source.network).catch((error: unknown) => {
      // Under load the stored hash stays, until the next log-in.
      if (error instanceof Overloaded) return null;
      throw error;
    });
  }

  /** Opens a session and returns its token; null if the customer was blacklisted, or has another hash by now. */
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
