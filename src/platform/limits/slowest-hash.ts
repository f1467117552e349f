import { Injectable } from '@nestjs/common';
import { Passwords, CURRENT_FORMAT } from '#libs/password';
import { Sql } from '#platform/database';
import { FIND_FORMATS } from './limits.queries';

/** Milliseconds after which the formats of a fan club are read again. */
const MAX_AGE = 60_000;

interface Formats {
  readonly readAt: number;
  readonly formats: Promise<readonly string[]>;
}

/**
 * Knows how long the slowest hash format in use by a fan club's customers takes, so that a failed log-in need not tell by its
 * time which format the account has, or that there is none.
 */
@Injectable()
export class SlowestHash {
  private readonly known = new Map<number, Formats>();

  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Milliseconds; 0 where all hashes are of today's format. At most one statement a minute for each fan club.
   * @throws Overloaded when a format has to be measured first and there is no time for that
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
    const formats = this.read(fanclubId);
    this.known.set(fanclubId, { readAt: now, formats });
    // A failed reading is not kept.
    formats.catch(() => this.known.delete(fanclubId));
    return formats;
  }

  private async read(fanclubId: number): Promise<readonly string[]> {
    const rows = await this.sql.rows(FIND_FORMATS, { fanclub: fanclubId });
    return rows.map(({ format }) => format);
  }
}
