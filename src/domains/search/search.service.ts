import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { KeyedDigest } from '#libs/sealed';
import {
  type CustomerRow,
  customerOf,
  type FanclubInfo,
  type Partner,
  type PartnerViewer,
  type ViewerCustomer,
} from '#platform/access';
import { Config } from '#platform/config';
import { isHeld, isReadOnly, Sql } from '#platform/database';
import { LimitsService } from '#platform/limits';
import { FIND_BY_EMAIL, FIND_BY_EMAIL_AUDITED } from './search.queries';

/** Looks customers up for third parties. Each look-up adds a row to `search_audits`. */
@Injectable()
export class SearchService {
  private readonly log = new Logger('search');
  private readonly digests: KeyedDigest;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly limits: LimitsService,
    { encryptionKeys }: Config,
  ) {
    this.digests = new KeyedDigest(encryptionKeys[0], 'search audit');
  }

  /**
   * The fan club's customer with this e-mail address, current or former; null if there is none. A value that cannot be an address
   * is neither looked up nor audited. All requests are limited by key.
   * @throws TooManyRequests
   */
  async byEmail(viewer: PartnerViewer, email: string | undefined): Promise<ViewerCustomer | null> {
    const { fanclub, partner } = viewer;
    await this.limits.count(viewer, { searchKey: String(partner.keyId) }).catch(unlessReadOnly);
    if (email === undefined || !couldBeStored(email)) return null;
    const row = await this.find(fanclub, partner, email.trim());
    return row && customerOf(row);
  }

  /** While the database is read-only or the fan club is held, the log replaces the audit, so that partners can still admit fans. */
  private async find(fanclub: FanclubInfo, { keyId }: Partner, email: string): Promise<CustomerRow | null> {
    const asked = { fanclub: fanclub.id, email, now: this.clock.now() };
    const digest = this.digests.of(email.toLowerCase());
    try {
      return await this.sql.first(FIND_BY_EMAIL_AUDITED, { ...asked, key: keyId, digest });
    } catch (error) {
      const reason = isHeld(error)
        ? 'the fan club is held'
        : isReadOnly(error) && 'the database is read-only';
      if (!reason) throw error;
      const row = await this.sql.first(FIND_BY_EMAIL, asked);
      this.log.warn(
        `not in the audit, ${reason}: fan club ${fanclub.id}, organization key ${keyId}, ` +
          `address ${digest.toString('hex')}, ${row ? 'found' : 'not found'}`,
      );
      return row;
    }
  }
}

/** For `.catch()`: ignores the error of a read-only database, which cannot count, so searches are not limited. */
function unlessReadOnly(error: unknown): void {
  if (!isReadOnly(error)) throw error;
}

/** More lenient than the forms, because stored addresses may be older than those rules. PostgreSQL cannot store NUL. */
function couldBeStored(email: string): boolean {
  return email.includes('@') && !email.includes('\0');
}
