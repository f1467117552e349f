import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type CustomerRow, customerOf, type FanclubInfo, type ViewerCustomer } from '../access';
import { Sql } from '../database/sql';
import { FIND_BY_EMAIL } from './search.queries';

/** The look-up of customers for third parties. */
@Injectable()
export class SearchService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** The fan club's customer with this e-mail address or former address; null without, and for what is no address. */
  async byEmail(fanclub: FanclubInfo, email: string | undefined): Promise<ViewerCustomer | null> {
    if (email === undefined || !couldBeOnFile(email)) return null;
    const row = await this.sql.first<CustomerRow>(FIND_BY_EMAIL, [
      fanclub.id,
      email.trim(),
      this.clock.now(),
    ]);
    return row && customerOf(row);
  }
}

/** Kinder than the forms are: customers who were imported may have addresses that no form accepts. NUL is in no text. */
function couldBeOnFile(email: string): boolean {
  return email.includes('@') && !email.includes('\0');
}
