import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Problem } from '#libs/problem';
import { Sealer } from '#libs/sealed';
import { hashToken } from '#libs/token';
import { type RequestSource, type SecurityEvent, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { type RowOf, Sql, type Statements } from '#platform/database';
import { clientNetwork } from '#platform/http';
import { countedAddress } from '#platform/limits';
import { PasskeysService } from './passkeys.service';
import { isRecoveryCode, recoveryCodeHash } from './recovery-codes';
import { StaffLimits } from './staff-limits';
import { PROBLEMS } from '../staff-problems';
import { StaffSessionsService } from './staff-sessions.service';
import type { Exchange } from '../staff-context';
import type { StaffVisit } from '../staff-viewer';
import { ACCEPT_TOTP, STAFF_BY_EMAIL, STAFF_BY_ID, USE_RECOVERY_CODE } from '../people/staff.queries';
import { StepTokens } from './step-tokens';
import { totpStep } from './totp';

type Credentials = RowOf<typeof STAFF_BY_ID>;

/** The step after a right password. */
const SECOND_FACTOR = 'second_factor';

/** What is known after a right password. */
interface PasswordStep {
  readonly staffId: number;
  readonly address: string;
  /** See {@link versionOf}. */
  readonly version: string;
}

/** Logs staff in: by password and second factor, or by a passkey, which is both. */
@Injectable()
export class StaffLoginService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly passwords: Passwords,
    private readonly sealer: Sealer,
    private readonly sessions: StaffSessionsService,
    private readonly passkeys: PasskeysService,
    private readonly limits: StaffLimits,
    private readonly steps: StepTokens,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Checks a password. Returns the token for the second step, or null if a session was opened: second factors are optional, and
   * the person has none. An unknown address takes the time and gets the text of a wrong password.
   * @throws Problem
   */
  async withPassword(exchange: Exchange, email: string, password: string): Promise<string | null> {
    const { request } = exchange;
    const network = clientNetwork(request);
    const address = countedAddress(email);
    await this.countLogin(request, address);
    const person = await this.sql.first(STAFF_BY_EMAIL, { email });
    const isRight = await this.passwords.verify(password, person?.passwordHash ?? null, network);
    if (!person || !isRight) throw await this.failed(request, person?.id ?? null, 'wrong_password');
    if (person.totpSealed === null) {
      // The text of a wrong password, so that guessing does not reveal a right one.
      if (this.config.staff.needsSecondFactor) throw await this.failed(request, person.id, 'wrong_password');
      await this.limits.reset('loginRow', rowOf(request, address));
      await this.open(exchange, person.id, 'password');
      return null;
    }
    return this.steps.seal(SECOND_FACTOR, { staffId: person.id, address, version: versionOf(person) });
  }

  /**
   * Checks a code of the authenticator app, or a recovery code, and opens a session. Codes are short, so attempts are counted by person
   * across all networks. Only somebody who knows the password gets here.
   * @throws Problem
   */
  async withSecondFactor(exchange: Exchange, token: string, code: string): Promise<void> {
    const { staffId, address, version } = this.steps.open<PasswordStep>(SECOND_FACTOR, token);
    const source = sourceOf(exchange.request);
    await this.limits.count('network', source.network, source);
    await this.limits.count('code', String(staffId), source, { kind: 'staff', id: staffId });
    const person = await this.sql.first(STAFF_BY_ID, { staff: staffId });
    if (!person || versionOf(person) !== version) throw this.steps.expired();
    const isRight = await this.acceptsCode(this.sql, person, code);
    if (!isRight) throw await this.failed(exchange.request, staffId, 'wrong_code');
    await this.limits.reset('loginRow', rowOf(exchange.request, address));
    await this.limits.reset('code', String(staffId));
    await this.open(exchange, staffId, isRecoveryCode(code) ? 'recovery_code' : 'password');
  }

  /** Checks a passkey and opens a session. @throws Problem */
  async withPasskey(exchange: Exchange, token: string, response: object): Promise<void> {
    const { request } = exchange;
    await this.limits.count('network', clientNetwork(request), sourceOf(request));
    const staffId = await this.byPasskey(request, token, null, response);
    await this.open(exchange, staffId, 'passkey');
  }

  /** Proves again, by a code, that it is the logged-in person. Replaces the session. @throws Problem */
  async proveByCode(exchange: Exchange, visit: StaffVisit, code: string): Promise<void> {
    const { person, sessionId } = visit;
    await this.countProof(exchange.request, visit);
    const credentials = await this.sql.first(STAFF_BY_ID, { staff: person.id });
    if (!credentials || !(await this.acceptsCode(this.sql, credentials, code))) {
      throw await this.failed(exchange.request, person.id, 'wrong_code');
    }
    await this.open(exchange, person.id, isRecoveryCode(code) ? 'recovery_code' : 'password', sessionId);
  }

  /** Proves again, by a passkey, that it is the logged-in person. Replaces the session. @throws Problem */
  async proveByPasskey(
    exchange: Exchange,
    visit: StaffVisit,
    token: string,
    response: object,
  ): Promise<void> {
    const { person, sessionId } = visit;
    await this.countProof(exchange.request, visit);
    await this.byPasskey(exchange.request, token, person.id, response);
    await this.open(exchange, person.id, 'passkey', sessionId);
  }

  /** Counts an attempt as for members (contract 3.11), so that a stranger in another network locks nobody out. @throws Problem (429) */
  private async countLogin(request: FastifyRequest, address: string): Promise<void> {
    const source = sourceOf(request);
    await this.limits.count('network', source.network, source);
    await this.limits.count('loginRow', rowOf(request, address), source);
    await this.limits.count('login', address, source);
  }

  /** Counts a proof within a session, apart from failed log-ins. A success opens a new session. @throws Problem (429) */
  private countProof(request: FastifyRequest, { person, sessionId }: StaffVisit): Promise<void> {
    const actor = { kind: 'staff', id: person.id } as const;
    return this.limits.count('proof', String(sessionId), sourceOf(request), actor);
  }

  /** As `Passkeys.finishLogin`, and records a failure. */
  private async byPasskey(
    request: FastifyRequest,
    token: string,
    staffId: number | null,
    response: object,
  ): Promise<number> {
    try {
      return await this.passkeys.finishLogin(this.sql, token, staffId, response);
    } catch (error) {
      if (error instanceof Problem)
        await this.record(this.sql, request, staffId, {
          action: 'staff.login_failed',
          reason: 'wrong_passkey',
        });
      throw error;
    }
  }

  /** Whether a code of the authenticator app, or a recovery code, is right. Uses it up. */
  private async acceptsCode(tx: Statements, person: Credentials, code: string): Promise<boolean> {
    const { id: staffId } = person;
    const now = this.clock.now();
    if (isRecoveryCode(code)) {
      return (
        (await tx.run(USE_RECOVERY_CODE, { staff: staffId, codeHash: recoveryCodeHash(code), now })) === 1
      );
    }
    const step = this.stepOf(person, code, now);
    return step !== null && (await tx.run(ACCEPT_TOTP, { staff: staffId, step })) === 1;
  }

  /** Opens a session of a person who has proved who they are. @param former the session that it replaces */
  async open(
    exchange: Exchange,
    staffId: number,
    reason: 'passkey' | 'password' | 'recovery_code' | 'invited',
    former: number | null = null,
  ): Promise<void> {
    const { request, reply } = exchange;
    await this.sql.transaction(async (tx) => {
      await this.record(tx, request, staffId, { action: 'staff.logged_in', reason });
      await this.sessions.open(tx, request, reply, staffId, former);
    });
  }

  private stepOf({ totpSealed, totpLastStep }: Credentials, code: string, now: Date): number | null {
    return totpSealed === null ? null : totpStep(this.sealer.open(totpSealed), code, totpLastStep, now);
  }

  private async failed(
    request: FastifyRequest,
    staffId: number | null,
    reason: 'wrong_password' | 'wrong_code',
  ): Promise<Problem> {
    await this.record(this.sql, request, staffId, { action: 'staff.login_failed', reason });
    const detail =
      reason === 'wrong_code'
        ? 'This code is not right, or it was used already.'
        : 'The e-mail address and the password do not belong together. If you have a passkey, log in with it.';
    return new Problem(PROBLEMS.loginFailed, { detail });
  }

  private record(
    tx: Statements,
    request: FastifyRequest,
    staffId: number | null,
    event: SecurityEvent,
  ): Promise<void> {
    const actor =
      staffId === null ? ({ kind: 'visitor' } as const) : ({ kind: 'staff', id: staffId } as const);
    return this.events.record(tx, { fanclub: null, actor, source: sourceOf(request) }, event);
  }
}

const sourceOf = (request: FastifyRequest): RequestSource => ({
  network: clientNetwork(request),
  requestId: request.id,
});

/** An address and a client network, which are counted together. */
const rowOf = (request: FastifyRequest, address: string): string => `${address} ${clientNetwork(request)}`;

/** Changes with the password and the authenticator app, so that a step that began before the change becomes invalid. */
const versionOf = ({ passwordHash, totpSealed }: Credentials): string =>
  hashToken(`${passwordHash} ${totpSealed}`).toString('base64url');
