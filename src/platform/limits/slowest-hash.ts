import { Injectable } from '@nestjs/common';
import { Passwords, CURRENT_FORMAT } from '#libs/password';
import { Sql } from '#platform/database';
import { FIND_FORMATS } from './limits.queries';

/** Milliseconds after which the formats of a fan club are read again. */
const MAX_AGE = 60_000;

/**
 * Measures how long the slowest hash format takes that a fan club's customers use. Failed log-ins take that long, so that their
 * time reveals neither the hash format of an account nor whether there is an account.
 */
@Injectable()
export class SlowestHash {
  private readonly known = new Map<number, { readAt: number; formats: Promise<readonly string[]> }>();

  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
  ) {}

  /**
   * The time in milliseconds; 0 if all hashes have the current format. Sends at most one statement a minute for each fan club.
   * @throws Overloaded when a format has to be measured first and the queue is full
   */
  async timeOf({ id }: { id: number }): Promise<number> {
    const formats = await this.formatsOf(id);
    const others = formats.filter((format) => format !== CURRENT_FORMAT);
    return others.length === 0 ? 0 : this.passwords.slowest([CURRENT_FORMAT, ...others]);
  }

  private formatsOf(fanclubId: number): Promise<readonly string[]> {
    const known = this.known.get(fanclubId);
    const now = performance.now();
    if (known && now - known.readAt < MAX_AGE) return known.formats;
    const rows = this.sql.rows(FIND_FORMATS, { fanclub: fanclubId });
    const formats = rows.then((found) => found.map(({ format }) => format));
    this.known.set(fanclubId, { readAt: now, formats });
    // Failures are not cached.
    formats.catch(() => this.known.delete(fanclubId));
    return formats;
  }
}
