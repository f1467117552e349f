import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { SentFile } from '#platform/files';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { Sql } from '#platform/database';
import { DownloadAddresses } from './download-addresses';
import { DownloadRefused, NoItemFound } from './exclusive-content.errors';
import {
  FILE_OF_CUSTOMER,
  type FileOfCustomer,
  type ItemOfPlan,
  ITEMS_OF_PLAN,
} from './exclusive-content.queries';

/** Texts and files for members: what a member has now, and the addresses from which files are downloaded. */
@Injectable()
export class ExclusiveContentService {
  constructor(
    private readonly sql: Sql,
    private readonly addresses: DownloadAddresses,
    private readonly clock: Clock,
  ) {}

  /** The items of the customer's membership. Empty without an active one. */
  async ofMember({ id: fanclub }: FanclubInfo, { membership }: ViewerCustomer): Promise<ItemOfPlan[]> {
    if (!membership) return [];
    return this.sql.rows(ITEMS_OF_PLAN, { fanclub, plan: membership.plan.id });
  }

  /** The query of the address from which a customer downloads a file. @throws NoItemFound */
  async sign(fanclub: FanclubInfo, customer: number, item: number): Promise<string> {
    if (!(await this.find(fanclub, customer, item))) throw new NoItemFound();
    return this.addresses.sign(fanclub.id, item, customer);
  }

  /** The file of the signed address with this query, whose customer must still be a member with the benefit. @throws DownloadRefused */
  async byAddress(fanclub: FanclubInfo, item: number, query: unknown): Promise<SentFile> {
    const customer = this.addresses.open(fanclub.id, item, query);
    const file = customer === null ? null : await this.find(fanclub, customer, item);
    if (!file) throw new DownloadRefused();
    return { ...file, owner: `customer ${customer}` };
  }

  private find({ id: fanclub }: FanclubInfo, customer: number, item: number): Promise<FileOfCustomer | null> {
    // From the primary: a membership that has just ended counts at once.
    return this.sql.first(FILE_OF_CUSTOMER, { fanclub, customer, item, now: this.clock.now() });
  }
}
