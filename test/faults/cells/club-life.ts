import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '#samples';
import { Pages, type VisitedPage } from '../../support/pages';
import { payByCard } from '../../support/payments/demo-bank';
import type { StaffAnswer, StaffClient } from '../../support/staff-client';
import { send } from '../support/client';
import type { CellsStage } from './cells-stage';

/** Milliseconds between two attempts of the same request. */
const PAUSE = 200;
const ATTEMPTS = 100;

/** The rows that the writes are about. */
export interface Shop {
  readonly fanclub: number;
  readonly plan: number;
  /** An event that staff edit. */
  readonly event: number;
  /** Addresses of customers who have not bought yet. */
  readonly buyers: string[];
  /** Customers who change their address. */
  readonly movers: readonly { readonly id: number; readonly cookie: string }[];
}

/** Buyers, members and staff of a fan club, who write to it through the proxy until they are stopped, and the answers that they got. */
export class ClubLife {
  /** Orders whose buyers read that their membership has begun. */
  readonly paid: number[] = [];
  /** Orders that staff have refunded. */
  readonly refunded: number[] = [];
  /** The title of the event that staff have edited last. */
  title = '';
  /** The new addresses of members that were acknowledged last, by customer. */
  readonly addresses = new Map<number, string>();
  private edits = 0;
  private changes = 0;
  /** Requests that were refused because the fan club was held or elsewhere. They are sent again. */
  refusals = 0;
  /** Answers that are neither a success nor such a refusal. */
  readonly strange: string[] = [];
  /** The cell whose staff app is open. */
  private cell = 0;
  private isStopped = false;
  private readonly workers: Promise<void>[] = [];

  constructor(
    private readonly stage: CellsStage,
    private readonly shop: Shop,
    /** The browsers of a member of the staff, logged in to each cell. */
    private readonly staff: readonly [StaffClient, StaffClient],
  ) {}

  /** The number of acknowledged writes, a purchase counted as one. */
  get acknowledged(): number {
    return this.paid.length + this.refunded.length + this.edits + this.changes;
  }

  start(): void {
    this.repeat(() => this.buy(), 100);
    this.repeat(() => this.buy(), 100);
    this.repeat(() => this.refund(), 500);
    this.repeat(() => this.edit(), 300);
    this.repeat(() => this.changeAddress(), 300);
  }

  /** Resolves when everybody has their last answer. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.workers);
  }

  private repeat(work: () => Promise<void>, pause: number): void {
    const run = async (): Promise<void> => {
      for (; !this.isStopped; await sleep(pause))
        await work().catch(({ message }: Error) => this.strange.push(message));
    };
    this.workers.push(run());
  }

  /** A purchase on the hosted pages and at the demo bank. */
  private async buy(): Promise<void> {
    const email = this.shop.buyers.shift();
    if (email === undefined) return;
    const { fanclub, plan } = this.shop;
    const pages = new Pages(this.stage.publicUrl);
    const page = `/fanclubs/${fanclub}`;
    const login = await this.visit(() => pages.open(`${page}/login`));
    await this.visit(() => login.submit({ email, password: PASSWORD }));
    const offer = await this.visit(() => pages.open(`${page}/plans/${plan}/checkout`));
    const placing = await this.visit(() => offer.submit());
    const paying = await payByCard({ origin: this.stage.publicUrl }, placing.location!);
    const back = String(paying.headers.location);
    const returned = await this.visit(() => pages.open(back));
    const [, order] = /\/orders\/(\d+)\/return$/.exec(back) ?? [];
    if (returned.heading === 'Thank you' && order) this.paid.push(Number(order));
    else this.strange.push(`return to ${back}: ${returned.heading}`);
  }

  /** Every third order is refunded. */
  private async refund(): Promise<void> {
    const order = this.paid[3 * this.refunded.length];
    if (order === undefined) return;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { reason: 'of a test', effect: 'cancel' };
    await this.asStaff((staff) => staff.post(this.path(`orders/${order}/refunds`), body, headers));
    this.refunded.push(order);
  }

  /** The links of an event are deleted and written again. */
  private async edit(): Promise<void> {
    const path = this.path(`events/${this.shop.event}`);
    const title = `Show ${this.edits + 1}`;
    const links = [1, 2].map((n) => ({ name: `Presale ${n}`, url: 'https://tickets.example/1' }));
    await this.asStaff(async (staff) => {
      const read = await staff.get(path);
      if (read.status !== 200) return read;
      return staff.patch(path, { title, links }, String(read.headers.etag));
    });
    this.title = title;
    this.edits += 1;
  }

  private async changeAddress(): Promise<void> {
    const { movers } = this.shop;
    const n = this.changes;
    const { id, cookie } = movers[n % movers.length];
    const email = `mover${id}-${n}@x.example`;
    for (;;) {
      const reply = await send(
        this.stage.publicUrl,
        this.stage.key,
        { method: 'POST', path: '/account', body: { email }, cookie },
        false,
      );
      if (reply.outcome === 'ok') break;
      if (reply.outcome !== 'busy') throw new Error(`address: ${reply.outcome} ${reply.reason}`);
      this.refusals += 1;
      await sleep(PAUSE);
    }
    this.addresses.set(id, email);
    this.changes += 1;
  }

  private path(rest: string): string {
    return `/fanclubs/${this.shop.fanclub}/${rest}`;
  }

  /** Repeats a step of a buyer until it is not refused. */
  private async visit(step: () => Promise<VisitedPage>): Promise<VisitedPage> {
    for (;;) {
      const page = await step();
      if (page.status < 400) return page;
      if (page.status !== 503) throw new Error(`page ${page.status} ${page.html.slice(0, 2000)}`);
      this.refusals += 1;
      await sleep(PAUSE);
    }
  }

  /** Sends a request of the staff to the app of the cell, until it is not refused. */
  private async asStaff(ask: (staff: StaffClient) => Promise<StaffAnswer>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const { cell } = this;
      const { status, body } = await ask(this.staff[cell]);
      if (status < 300) return;
      // The fan club is elsewhere: the session is that of the other cell, and its app has another host.
      if (status === 401 || status === 404) this.cell = 1 - cell;
      else if (status !== 503) throw new Error(`staff: ${status} ${JSON.stringify(body)}`);
      if (attempt > ATTEMPTS) throw new Error(`staff: still ${status}`);
      this.refusals += 1;
      await sleep(PAUSE);
    }
  }
}
