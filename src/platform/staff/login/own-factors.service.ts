import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Problem } from '#libs/problem';
import { SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { type RowOf, Sql, type Statements } from '#platform/database';
import { clientNetwork } from '#platform/http';
import type { NewPasskeyBody, NewTotp } from './dto/login.dto';
import { FactorsService } from './factors.service';
import { ADD_PASSKEY, FORGET_RESETS, SET_FACTORS } from '../people/invitations.queries';
import {
  LOCK_STAFF,
  OWN_PASSKEYS,
  OWN_RECOVERY_CODES,
  OWN_SESSIONS,
  REMOVE_PASSKEY,
} from './own-factors.queries';
import { PasskeysService } from './passkeys.service';
import type { Exchange } from '../staff-context';
import { PROBLEMS, conflict, notFound } from '../staff-problems';
import { StaffSessionsService } from './staff-sessions.service';
import { requireStrong } from './strong-password';
import type { StaffVisit } from '../staff-viewer';
import { STAFF_BY_ID } from '../people/staff.queries';
import type { OwnFactors } from './dto/login.answers';

type Credentials = RowOf<typeof STAFF_BY_ID>;

/** Changes of how the logged-in person logs in. Each ends all other sessions of the person. */
@Injectable()
export class OwnFactorsService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly passwords: Passwords,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly sessions: StaffSessionsService,
    private readonly events: SecurityEvents,
  ) {}

  async list({ person, sessionId }: StaffVisit): Promise<OwnFactors> {
    const now = this.clock.now();
    const own = { staff: person.id };
    const credentials = await this.credentials(this.sql, person.id);
    const [passkeys, codes, sessions] = await Promise.all([
      this.sql.rows(OWN_PASSKEYS, own),
      this.sql.first(OWN_RECOVERY_CODES, own),
      this.sql.rows(OWN_SESSIONS, {
        ...own,
        now,
        seenAfter: secondsAfter(now, -this.config.staff.idleLifetime),
      }),
    ]);
    return {
      has_password: credentials.passwordHash !== null,
      has_totp: credentials.totpSealed !== null,
      recovery_codes_left: codes?.left ?? 0,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
      })),
      sessions: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        browser: userAgent,
        began_at: createdAt,
        last_seen_at: lastSeenAt,
        present: id === sessionId,
      })),
    };
  }

  async addPasskey(
    visit: StaffVisit,
    exchange: Exchange,
    { token, response, name }: NewPasskeyBody,
  ): Promise<void> {
    const { id: staff } = visit.person;
    const key = await this.passkeys.finishRegistration(token, staff, response);
    await this.change(visit, exchange, async (tx) => {
      const added = await tx.first(ADD_PASSKEY, { staff, name, ...key });
      if (!added) throw conflict('This passkey is registered already.');
    });
  }

  /** @throws Problem if the person could not log in without it */
  async removePasskey(visit: StaffVisit, exchange: Exchange, passkey: number): Promise<void> {
    const { id: staff } = visit.person;
    await this.change(visit, exchange, async (tx) => {
      const passkeys = await tx.rows(OWN_PASSKEYS, { staff });
      if (!passkeys.some(({ id }) => id === passkey)) throw notFound();
      if ((await tx.run(REMOVE_PASSKEY, { staff, passkey })) === 1) return;
      throw conflict(
        'You could no longer log in. Set up another passkey first, or a password with an authenticator app.',
      );
    });
  }

  /** Replaces the authenticator app and its recovery codes. Returns the new codes, which are shown only once. */
  setTotp(visit: StaffVisit, exchange: Exchange, body: NewTotp): Promise<string[]> {
    const { id: staff, email } = visit.person;
    const app = this.factors.finishTotp(body, email);
    return this.change(visit, exchange, async (tx) => {
      const { passwordHash } = await this.credentials(tx, staff);
      await tx.run(SET_FACTORS, { staff, passwordHash, ...app });
      return this.factors.renewRecoveryCodes(tx, staff);
    });
  }

  /** @throws Problem if the password is easy to guess */
  async setPassword(visit: StaffVisit, exchange: Exchange, password: string): Promise<void> {
    const { id: staff } = visit.person;
    await requireStrong(password, visit.person);
    const passwordHash = await this.passwords.hash(password, clientNetwork(exchange.request));
    await this.change(visit, exchange, async (tx) => {
      const { totpSealed, totpLastStep } = await this.credentials(tx, staff);
      await tx.run(SET_FACTORS, { staff, passwordHash, totpSealed, totpLastStep });
    });
  }

  /**
   * Replaces the recovery codes and returns the new ones, which are shown only once.
   * @throws Problem without an authenticator app: nothing asks for its code then
   */
  renewRecoveryCodes(visit: StaffVisit, exchange: Exchange): Promise<string[]> {
    const { id: staff } = visit.person;
    return this.change(visit, exchange, async (tx) => {
      const { totpSealed } = await this.credentials(tx, staff);
      if (totpSealed === null) {
        throw conflict('Recovery codes stand in for an authenticator app. Set one up first.');
      }
      return this.factors.renewRecoveryCodes(tx, staff);
    });
  }

  /** Ends all other sessions. */
  async endOthers({ person, sessionId }: StaffVisit): Promise<void> {
    await this.sessions.endAll(this.sql, person.id, sessionId);
  }

  /** Runs `work`, ends all other sessions and records it. The row of the person is locked meanwhile. */
  private change<T>(
    { person, sessionId }: StaffVisit,
    { request }: Exchange,
    work: (tx: Statements) => Promise<T>,
  ): Promise<T> {
    const source = { network: clientNetwork(request), requestId: request.id };
    return this.sql.transaction(async (tx) => {
      await tx.first(LOCK_STAFF, { staff: person.id });
      const result = await work(tx);
      await this.sessions.endAll(tx, person.id, sessionId);
      await tx.run(FORGET_RESETS, { staff: person.id });
      const asker = { fanclub: null, actor: { kind: 'staff', id: person.id }, source } as const;
      await this.events.record(tx, asker, { action: 'staff.factors_changed' });
      return result;
    });
  }

  private async credentials(tx: Statements, staff: number): Promise<Credentials> {
    const found = await tx.first(STAFF_BY_ID, { staff });
    if (!found) throw new Problem(PROBLEMS.loginRequired);
    return found;
  }
}
