import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { KeyedDigest } from '#libs/sealed';
import { type Asker, SecurityEvents } from '../audit';
import { Config } from '../config';
import { Sql } from '../database/sql';
import { TooManyRequests } from './limits.errors';
import { COUNT, type CountedRow, GIVE_BACK, REPORT } from './limits.queries';
import { secondsUntilFree, windowEnd } from './window.rules';

/** The limits that there are; see decisions 3.11 and docs/security.md. */
export type LimitName = keyof Config['limits'];

/** Whom an event is counted for, by limit: an e-mail address, a client's network, a key. */
export type Subjects = Readonly<Partial<Record<LimitName, string>>>;

/** An event that was counted, for {@link Limits.giveBack}. */
export interface Counted {
  readonly fanclubId: number;
  readonly entries: readonly { what: LimitName; digest: Buffer; endsAt: Date }[];
}

/**
 * Counts how often things happen, in the database, so that all processes agree. What is counted is counted before the work is
 * done, in one statement: of a hundred at once, no more than the limit get through. Nobody's name or address is stored.
 */
@Injectable()
export class Limits {
  private readonly digests: KeyedDigest;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly events: SecurityEvents,
  ) {
    this.digests = new KeyedDigest(config.encryptionKeys[0], 'limits');
  }

  /**
   * Counts an event of a fan club against each of the limits named, or, if one of them is reached, against none. That it is reached is
   * recorded as a security event, once in its window.
   *
   * @param by who asks, for that record
   * @throws TooManyRequests
   */
  async count(
    fanclub: { id: number },
    subjects: Subjects,
    by: Pick<Asker, 'actor' | 'origin'>,
  ): Promise<Counted> {
    const { id: fanclubId } = fanclub;
    const now = this.clock.now();
    const asked = Object.entries(subjects).map(([name, subject]) => {
      const what = name as LimitName;
      return { what, digest: this.digests.of(subject), limit: this.config.limits[what] };
    });
    const rows = await this.sql.rows<CountedRow>(COUNT, [
      fanclubId,
      now,
      asked.map(({ what }) => what),
      asked.map(({ digest }) => digest),
      asked.map(({ limit }) => limit.count),
      asked.map(({ limit }) => windowEnd(now, limit)),
    ]);
    const entries = asked.flatMap(({ what, digest }, at) => {
      const endsAt = rows[at].counted_until;
      return endsAt === null ? [] : [{ what, digest, endsAt }];
    });
    const refused = asked.flatMap(({ limit }, at) =>
      rows[at].counted_until === null ? [secondsUntilFree(rows[at].ends_at, now, limit)] : [],
    );
    const counted = { fanclubId, entries };
    if (refused.length === 0) return counted;
    if (entries.length > 0) await this.giveBack(counted);
    const unreported = asked.filter((_, at) => rows[at].counted_until === null && rows[at].unreported);
    for (const limit of unreported) await this.report(fanclub, limit, by, now);
    throw new TooManyRequests(Math.max(...refused));
  }

  private async report(
    fanclub: { id: number },
    { what, digest }: { what: LimitName; digest: Buffer },
    { actor, origin }: Pick<Asker, 'actor' | 'origin'>,
    now: Date,
  ): Promise<void> {
    const asker = { fanclub, actor, origin };
    const event = this.events.json(asker, { action: 'limit.reached', target: `limit:${what}` });
    await this.sql.run(REPORT, [fanclub.id, what, digest, event, now]);
  }

  /** Takes back what was counted for an event that turned out to be none of those that are limited. */
  async giveBack({ fanclubId, entries }: Counted): Promise<void> {
    await this.sql.run(GIVE_BACK, [
      fanclubId,
      entries.map(({ what }) => what),
      entries.map(({ digest }) => digest),
      entries.map(({ endsAt }) => endsAt),
    ]);
  }
}
