import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { Problem } from '#libs/problem';
import { KeyedDigest } from '#libs/sealed';
import { type Actor, type RequestSource, SecurityEvents, VISITOR } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, statement, type Statements, types } from '#platform/database';
import { PROBLEMS } from '../staff-problems';

/** Counts an attempt, unless the limit is reached. Returns no row then. */
export const COUNT_STAFF_ATTEMPT = statement('staff.count_attempt', {
  params: {
    what: types.text,
    digest: types.bytea,
    now: types.timestamptz,
    /** The end of a new window. */
    freshEnd: types.timestamptz,
    maximum: types.integer,
  },
  row: { count: types.integer },
  text: `
    INSERT INTO staff_limits AS l (what, digest, count, ends_at) VALUES ($what, $digest, 1, $freshEnd)
    ON CONFLICT (what, digest) DO UPDATE SET
      count = CASE WHEN l.ends_at <= $now THEN 1 ELSE l.count + 1 END,
      ends_at = CASE WHEN l.ends_at <= $now THEN excluded.ends_at ELSE l.ends_at END
    WHERE l.ends_at <= $now OR l.count < $maximum
    RETURNING l.count`,
});

/** Forgets the attempts after a success. */
export const RESET_STAFF_ATTEMPTS = statement('staff.reset_attempts', {
  params: { what: types.text, digest: types.bytea },
  text: 'DELETE FROM staff_limits WHERE what = $what AND digest = $digest',
});

/** The seconds until a limit's window ends. */
export const STAFF_LIMIT_END = statement('staff.limit_end', {
  params: { what: types.text, digest: types.bytea },
  row: { endsAt: types.timestamptz },
  text: 'SELECT ends_at AS "endsAt" FROM staff_limits WHERE what = $what AND digest = $digest',
});

type LimitName = keyof Config['staff']['limits'];

/** Limits for logging in as staff. Attempts are counted before they are checked, so that simultaneous ones cannot exceed a limit. */
@Injectable()
export class StaffLimits {
  private readonly digests: KeyedDigest;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly events: SecurityEvents,
  ) {
    this.digests = new KeyedDigest(config.encryptionKeys[0], 'staff limits');
  }

  /**
   * Counts an attempt. A reached limit is recorded as a security event, once per window.
   * @throws Problem (429) if the limit is reached
   */
  async count(
    what: LimitName,
    subject: string,
    source: RequestSource,
    actor: Actor = VISITOR,
  ): Promise<void> {
    const { count: maximum, seconds } = this.config.staff.limits[what];
    const digest = this.digests.of(subject);
    const now = this.clock.now();
    const freshEnd = secondsAfter(now, seconds);
    const row = await this.sql.first(COUNT_STAFF_ATTEMPT, { what, digest, now, freshEnd, maximum });
    if (row) return;
    const end = await this.sql.first(STAFF_LIMIT_END, { what, digest });
    if (await this.isFirst(this.sql, `${what}.reached`, subject, seconds)) {
      const event = { action: 'limit.reached', target: `limit:staff_${what}` } as const;
      await this.events.record(this.sql, { fanclub: null, actor, source }, event);
    }
    const wait = ((end?.endsAt ?? freshEnd).getTime() - now.getTime()) / 1000;
    throw new Problem(PROBLEMS.tooMany, {
      detail: 'There were too many attempts. Please wait a few minutes.',
      retryAfter: Math.max(1, Math.ceil(wait)),
    });
  }

  /** Whether a subject is counted for the first time within these seconds. */
  isFirst(tx: Statements, what: string, subject: string, seconds: number): Promise<boolean> {
    return this.isAmongFirst(tx, what, subject, { count: 1, seconds });
  }

  /** Whether a subject is counted at most `count` times within these seconds. */
  async isAmongFirst(
    tx: Statements,
    what: string,
    subject: string,
    { count: maximum, seconds }: { count: number; seconds: number },
  ): Promise<boolean> {
    const now = this.clock.now();
    const freshEnd = secondsAfter(now, seconds);
    const digest = this.digests.of(subject);
    return (await tx.first(COUNT_STAFF_ATTEMPT, { what, digest, now, freshEnd, maximum })) !== null;
  }

  /** Forgets the attempts of a subject. */
  async reset(what: LimitName, subject: string): Promise<void> {
    await this.sql.run(RESET_STAFF_ATTEMPTS, { what, digest: this.digests.of(subject) });
  }
}
