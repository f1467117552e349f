import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { isBlank } from '#libs/validation';
import { type CustomerSession, customerOf, SessionKeeper, type Viewer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { type RowOf, Sql, type Statements } from '#platform/database';
import { Overloaded } from '#platform/http';
import { GuardedPasswords } from '#platform/limits';
import { customers } from '#domains/accounts';
import type { LogInBody } from './dto/log-in.body';
import { LoginFailures } from './login-failures';
import { needsNoPassword, refusalOf } from './login.rules';
import { WrongCredentials } from './sessions.errors';
import { FIND_APPLICANT } from './sessions.queries';

type Applicant = RowOf<typeof FIND_APPLICANT>;

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
  private async attempt(viewer: Viewer, { email, password }: LogInBody): Promise<CustomerSession | null> {
    if (email === undefined || isBlank(email) || password === undefined || isBlank(password)) {
      throw new WrongCredentials();
    }
    const row = await this.find(viewer.fanclub, email.trim());
    const hash = row?.passwordHash ?? null;
    const claimed = { email, mayLogIn: row !== null && refusalOf(row, viewer.fanclub) === null };
    const login = (): Promise<CustomerSession | null> => this.open(viewer, row!, password);
    // Takes as long without an account, so that the response time does not reveal whether there is one.
    const verified = await this.guarded.verifyThen(viewer, claimed, password, hash, login);
    if (verified !== false) return verified;
    if (row && needsNoPassword(row, hash)) await this.failures.assertMayLogIn(viewer, row);
    await this.failures.record(viewer, row ? 'wrong_password' : 'unknown_account', row?.id);
    throw new WrongCredentials();
  }

  private async find({ id: fanclub }: { id: number }, email: string) {
    // PostgreSQL cannot store this character, so no customer has such an address.
    if (email.includes('\0')) return null;
    return this.sql.first(FIND_APPLICANT, { fanclub, email, now: this.clock.now() });
  }

  /** Opens a session; null if the customer was blacklisted, or has another hash by now. */
  private async open(
    viewer: Viewer,
    applicant: Applicant,
    password: string,
  ): Promise<CustomerSession | null> {
    await this.failures.assertMayLogIn(viewer, applicant);
    const { id, passwordHash } = applicant;
    if (passwordHash === null) return null;
    const event = { action: 'login.succeeded', actor: customerActor(id), reason: 'password' } as const;
    const openIn = (db: Statements) => this.keeper.openVerified(db, viewer, { id, passwordHash }, event);
    const newHash = await this.upgraded(viewer, password, passwordHash);
    const token = await (newHash === null
      ? openIn(this.sql)
      : this.sql.transaction(async (tx) => {
          const opened = await openIn(tx);
          const key = { fanclub: viewer.fanclub.id, customer: id };
          if (opened !== null) await customers.storePasswordHash(tx, key, newHash);
          return opened;
        }));
    return token === null ? null : { customer: customerOf(applicant), token };
  }

  /** A new hash of the verified password if the stored hash is outdated; else null. */
  private async upgraded({ source }: Viewer, password: string, passwordHash: string): Promise<string | null> {
    if (!this.passwords.needsRehash(passwordHash)) return null;
    return this.passwords.hash(password, source.network).catch((error: unknown) => {
      // Under load the stored hash stays, until the next log-in.
      if (error instanceof Overloaded) return null;
      throw error;
    });
  }
}
