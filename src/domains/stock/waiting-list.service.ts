import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { Config } from '#platform/config';
import { type RowOf, Sql } from '#platform/database';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedLink } from '#platform/tenants';
import { digestOf, SealedLinks } from '#platform/tokens';
import { isInSale, PlansService } from '#domains/plans';
import { NoPlaceFound, WaitingNeedsAccount } from './stock.errors';
import { HOLD_STOCK } from './stock.queries';
import {
  END_OFFERS,
  FIND_PLACE,
  JOIN_LIST,
  LEAVE_LIST,
  OFFER_NEXT,
  PLACE_OF_CUSTOMER,
} from './waiting-list.queries';

/** A place in a waiting list. */
export type Place = RowOf<typeof PLACE_OF_CUSTOMER>;

/** The most offers that one transaction makes. */
const AT_ONCE = 100;

/** The waiting lists of sold-out plans. */
@Injectable()
export class WaitingListService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly mails: Mails,
    private readonly links: SealedLinks,
    private readonly config: Config,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** The place of a customer. Null: none. */
  async placeOf({ id: fanclub }: FanclubInfo, plan: number, customer: number): Promise<Place | null> {
    return this.sql.first(PLACE_OF_CUSTOMER, { fanclub, plan, customer });
  }

  /** Adds a customer to the list of a plan; one who is in it keeps the place. @throws WaitingNeedsAccount */
  async join({ id: fanclub }: FanclubInfo, plan: number, customer: ViewerCustomer | null): Promise<void> {
    if (!customer || customer.email === null) throw new WaitingNeedsAccount();
    const now = this.clock.now();
    await this.sql.transaction(async (tx) => {
      await tx.first(HOLD_STOCK, { fanclub, plan });
      await tx.run(JOIN_LIST, { fanclub, plan, customer: customer.id, now });
    });
  }

  /** Removes a place, which may have an offer. @throws NoPlaceFound also while an open order has it */
  async leave({ id: fanclub }: FanclubInfo, { id: place, planId: plan }: Place): Promise<void> {
    await this.sql.transaction(async (tx) => {
      await tx.first(HOLD_STOCK, { fanclub, plan });
      if ((await tx.run(LEAVE_LIST, { fanclub, place })) === 0) throw new NoPlaceFound();
    });
  }

  /** The place that a mailed link names. @throws NoPlaceFound also if its customer has another address now */
  async byLink({ id: fanclub }: FanclubInfo, token: string): Promise<Place> {
    const [place, digest] = this.links.open('waiting-list', fanclub, token) ?? [];
    const found =
      place === undefined ? null : await this.sql.first(FIND_PLACE, { fanclub, place: Number(place) });
    if (!found?.email || digestOf(found.email) !== digest) throw new NoPlaceFound();
    return found;
  }

  /**
   * Ends offers of a plan whose time is over, and offers what is free to the first people who wait, each with a mail.
   * @returns how many offers were made or ended
   */
  async serve(fanclub: FanclubInfo, planId: number): Promise<number> {
    const plan = (await this.plans.stored(fanclub)).find(({ id }) => id === planId);
    const now = this.clock.now();
    const isSold = plan !== undefined && isInSale(plan, now);
    const key = { fanclub: fanclub.id, plan: planId };
    return this.sql.transaction(async (tx) => {
      await tx.first(HOLD_STOCK, key);
      const ended = await tx.run(END_OFFERS, { ...key, now });
      // Read again, because ended offers are free now.
      const stock = await tx.first(HOLD_STOCK, key);
      const free = stock ? stock.capacity - stock.held - stock.sold : AT_ONCE;
      if (!isSold || free <= 0) return ended;
      const until = new Date(now.getTime() + this.config.payments.waitingListHours * 3_600_000);
      const count = Math.min(free, AT_ONCE);
      const offered = await tx.rows(OFFER_NEXT, { ...key, count, until, now });
      for (const { id, email: to, firstName } of offered) {
        if (to === null) continue;
        const link = hostedLink(
          this.hosts.addressOf(fanclub.id),
          'waiting-list',
          this.links.seal('waiting-list', fanclub.id, [id, digestOf(to)]),
        );
        await this.mails.queue(tx, fanclub, { kind: 'waiting_list_offer', to, firstName, link });
      }
      return ended + offered.length;
    });
  }
}
