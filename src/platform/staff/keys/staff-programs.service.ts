import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, secondsAfter } from '#libs/clock';
import { Problem } from '#libs/problem';
import { hashToken } from '#libs/token';
import type { RequestSource } from '#platform/audit';
import { Sql } from '#platform/database';
import { StaffLimits } from '../login/staff-limits';
import type { Role } from '../permissions';
import { PROBLEMS } from '../staff-problems';
import type { Scope, StaffKey, StaffPerson } from '../staff-viewer';
import { isStaffKey } from './staff-key.rules';
import { FIND_STAFF_KEY, TOUCH_STAFF_KEY } from './staff-api-keys.queries';

/** Seconds after which the use of a key is noted again. */
const TOUCH_AFTER = 60;

/** The request of a program: its key, the person who made it, and what that person may do now. */
export interface ProgramVisit {
  readonly key: StaffKey;
  readonly person: StaffPerson;
  readonly scope: Scope;
  readonly roles: readonly Role[];
  readonly movedTo: string | null;
}

/** The bearer key of a request; null without one. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}

/** The programs that use the API for staff with a key. */
@Injectable()
export class StaffProgramsService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly limits: StaffLimits,
  ) {}

  /** The program that sends a request about a fan club. @throws Problem (401, 403, 429) */
  async find(
    request: FastifyRequest,
    token: string,
    fanclub: number | null,
    source: RequestSource,
  ): Promise<ProgramVisit> {
    const { origin, 'sec-fetch-site': site } = request.headers;
    // Node's fetch sends Sec-Fetch-Mode as well, so only these identify a browser.
    if (origin !== undefined || site !== undefined) {
      throw new Problem(PROBLEMS.foreignPage, { detail: 'Keys are for programs, not for browsers.' });
    }
    const now = this.clock.now();
    const row =
      isStaffKey(token) && fanclub !== null
        ? await this.sql.first(FIND_STAFF_KEY, { fanclub, tokenHash: hashToken(token), now })
        : null;
    if (!row || fanclub === null || row.roles.length === 0) {
      throw new Problem(PROBLEMS.loginRequired, { detail: 'This key is not valid here.' });
    }
    const { id, name, scopes, lastUsedAt, personId, email, personName, organizationId, roles, movedTo } = row;
    await this.limits.count('key', String(id), source, { kind: 'staff', id: personId });
    if (lastUsedAt === null || secondsAfter(lastUsedAt, TOUCH_AFTER) <= now) {
      await this.sql.run(TOUCH_STAFF_KEY, { fanclub, id, now });
    }
    return {
      key: { id, name, scopes: scopes },
      person: { id: personId, email, name: personName },
      scope: { organizationId, fanclubId: fanclub },
      roles,
      movedTo,
    };
  }
}
