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
import { isReadOnly, Sql } from '#platform/database';
import { Limits } from '#platform/limits';
import { FIND_BY_EMAIL, FIND_BY_EMAIL_AUDITED } from './search.queries';

/** The look-up of customers for third parties. Each look-up leaves a row in `search_audits`. */
@Injectable()
export class SearchService {
  private readonly log = new Logger('search');
  private readonly digests: KeyedDigest;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly limits: Limits,
    { encryptionKeys }: Config,
  ) {
    this.digests = new KeyedDigest(encryptionKeys[0], 'search audit');
  }

  /**
   * The fan club's customer with this e-mail address or former address; null without, and for what is no address, which is not
   * looked up and hence not audited. Limited by key, whatever is asked.
   * @throws TooManyRequests
   */
  async byEmail(viewer: PartnerViewer, email: string | undefined): Promise<ViewerCustomer | null> {
    const { fanclub, partner } = viewer;
    await this.limits.count(viewer, { searchKey: String(partner.keyId) }).catch(unlessReadOnly);
    if (email === undefined || !couldBeOnFile(email)) return null;
    const row = await this.find(fanclub, partner, email.trim());
    return row && customerOf(row);
  }

  /**
   * While the database only reads, the look-up goes on and the log takes the audit's place: a partner's gate that lets no fan
   * in would cost more than a record that has to be read elsewhere.
   */
  private async find(fanclub: FanclubInfo, { keyId }: Partner, email: string): Promise<CustomerRow | null> {
    const asked = { fanclub: fanclub.id, email, now: this.clock.now() };
    const digest = this.digests.of(email.toLowerCase());
    try {
      return await this.sql.first(FIND_BY_EMAIL_AUDITED, { ...asked, key: keyId, digest });
    } catch (error) {
      if (!isReadOnly(error)) throw error;
      const row = await this.sql.first(FIND_BY_EMAIL, asked);
      this.log.warn(
        `not in the audit, the database is read-only: fan club ${fanclub.id}, organization key ${keyId}, ` +
          `address ${digest.toString('hex')}, ${row ? 'found' : 'not found'}`,
      );
      return row;
    }
  }
}

/** For `.catch()`: what cannot be counted while the database only reads is not limited either. */
function unlessReadOnly(error: unknown): void {
  if (!isReadOnly(error)) throw error;
}

/** Kinder than the forms are: customers who were imported may have addresses that no form accepts. NUL is in no text. */
function couldBeOnFile(email: string): boolean {
  return email.includes('@') && !email.includes('\0');
}
