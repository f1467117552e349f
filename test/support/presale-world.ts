import type { Customer } from '#domains/accounts/customer.entity';
import type { Event } from '#domains/events/event.entity';
import type { TicketLink } from '#domains/events/ticket-link.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import type { Subscription } from '#domains/subscriptions/subscription.entity';
import { type PoolView, PresaleCodesService } from '../../src/domains/presale-codes';
import { Published } from '../../src/platform/published';
import type { Api } from './api';
import { loggedIn } from './logged-in';
import { mailsOf, type QueuedMail } from './mails-of';
import { runJob } from './run-job';
import type { TestApp } from './start-test-app';

/** Where the links of {@link PresaleWorld} lead. */
export const SELLER = 'https://tickets.example/presale';

/** The presales of a test, in a fan club with a plan and an event. */
export class PresaleWorld {
  plan!: Plan;
  event!: Event;

  constructor(private readonly t: TestApp) {}

  /** Must be called before each test. */
  async begin(): Promise<void> {
    await this.t.given.fanclub();
    this.plan = await this.t.given.plan();
    this.event = await this.t.given.event();
  }

  /** A pool with codes, and an exclusive link with it. */
  async presale(
    overrides: Partial<PresalePool> = {},
    codes: readonly string[] = [],
  ): Promise<{ pool: PresalePool; link: TicketLink; claimPage: string }> {
    const { given, config } = this.t;
    const pool = await given.presalePool(overrides);
    const seller = { exclusive: true, url: SELLER, codes: ['CLUB'] };
    const link = await given.ticketLink({ event: this.event, pool, ...seller });
    for (const code of codes) await given.presaleCode({ pool, code });
    const claimPage = `${config.publicUrl}/fanclubs/${pool.fanclubId}/links/${link.id}/code`;
    return { pool, link, claimPage };
  }

  async member(of = this.plan): Promise<{ customer: Customer; subscription: Subscription; api: Api }> {
    const customer = await this.t.given.customer();
    const subscription = await this.t.given.subscription({ customer, plan: of });
    return { customer, subscription, api: await loggedIn(this.t, customer) };
  }

  /** What a visitor sees of the event's first link. */
  async shown(api: Api): Promise<{ codes: string[]; url: string }> {
    const { codes, url } = (await api.get(`/events/${this.event.id}`)).body.event.links[0];
    return { codes, url };
  }

  give(): Promise<number> {
    return runJob(this.t, 'presale_codes.give');
  }

  async claim(customer: Customer, pool: PresalePool, link: number | null = null): Promise<PoolView | null> {
    const fanclub = (await this.t.app.get(Published).byId(pool.fanclubId))!;
    const asked = { pool: pool.id, customer: customer.id, by: 'member', link } as const;
    return this.t.app.get(PresaleCodesService).claim(fanclub, asked);
  }

  async codeMails(): Promise<QueuedMail[]> {
    return (await mailsOf(this.t)).filter(({ kind }) => kind === 'presale_code');
  }

  /** The codes of a pool, in their order. */
  stored(pool: PresalePool): Promise<PresaleCode[]> {
    const order = { position: 'ASC' } as const;
    return this.t.db.getRepository(PresaleCode).find({ where: { poolId: pool.id }, order });
  }
}
