import { DomainError } from '#libs/envelope';
import {
  ObservationsService,
  PayableOrdersService,
  payerOf,
  RefundsService,
  SavedCardsService,
} from '../../../../src/domains/payments';
import { DisputesService } from '../../../../src/domains/payments/disputes/disputes.service';
import { PaymentAccountsService, ProviderError } from '../../../../src/domains/payment-providers';
import { RenewalsService } from '../../../../src/domains/renewals';
import { WaitingListService } from '../../../../src/domains/stock';
import type { FanclubInfo, Viewer } from '../../../../src/platform/access';
import { violatedUnique } from '../../../../src/platform/database';
import { runJob } from '../../run-job';
import { Shopper } from '../../shoppers';
import type { TestApp } from '../../start-test-app';
import { recordLog } from '../../worker';
import { FAULTS, FAULTS_OF_RENEWALS } from './faults';
import { refundOrder } from '../refund';
import type { Step } from './steps';
import type { World } from './world';

/** Queued subscriptions of one person and one plan differ in their time of creation. */
const SAME_INSTANT = 'uq_queued_subscriptions_customer_plan_created_at';

/** The process dies: what it was doing goes no further. */
class Died extends Error {
  constructor() {
    super('the process died');
  }
}

const DAY = 86_400_000;

/** One of these, counted from the newest. Undefined: there is none. */
const newest = <T>(all: readonly T[], which: number): T | undefined =>
  all.at(-1 - (which % Math.max(1, all.length)));

/** The jobs that continue what people began. */
const JOBS = [
  ...['payments.watch', 'orders.withdraw', 'orders.expire', 'refunds.follow', 'queued_subscriptions.begin'],
  ...['renewals.plan', 'renewals.run', 'waiting_lists.serve'],
];

/** What people, staff, the bank and the jobs do in a world. */
export class History {
  private readonly shoppers = new Map<string, Shopper>();
  /** The pages of the bank whose addresses buyers know, the newest first. */
  private readonly pages: string[] = [];
  private readonly logged = recordLog();
  private dies: string | null = null;
  private lastPayment = 0;

  constructor(private readonly world: World) {
    world.bank.gate = (_call, moment) => {
      if (this.dies !== moment) return Promise.resolve();
      this.dies = null;
      return Promise.reject(new Died());
    };
  }

  /** Refusals, a bank that is away and a death are part of any history; anything else is a fault. */
  async take(step: Step): Promise<void> {
    try {
      await this.act(step);
    } catch (error) {
      const isExpected =
        error instanceof DomainError ||
        error instanceof ProviderError ||
        error instanceof Died ||
        // Staff lower the capacity below what is taken.
        String(error).includes('ck_plan_stock_capacity');
      if (!isExpected) throw error;
    }
  }

  /** @throws if a claim does not hold now */
  async check(claims = FAULTS): Promise<void> {
    const { db, clock } = this.t;
    expect(await db.query(claims, [clock.now(), this.lastPayment])).toEqual([]);
    const [{ last }] = await db.query<[{ last: number | null }]>('SELECT max(id) AS last FROM payments');
    this.lastPayment = last ?? 0;
    const failed = this.logged.lines.filter(
      (line) => Number(line.level) >= 50 && !JSON.stringify(line).includes('the process died'),
    );
    expect(failed).toEqual([]);
  }

  /** A person enters a card on the bank's page, and agrees to charges. */
  async saveCard(who: number, mood: Parameters<World['bank']['enterCard']>[1], at = 0): Promise<void> {
    const { app } = this.world.services[at];
    const { fanclub, visit } = await this.viewer(who, at);
    const url = await app.get(SavedCardsService).openPage(fanclub, payerOf(visit!.customer)!, 'Charge me.');
    this.world.bank.enterCard(url, mood);
    await app.get(SavedCardsService).observe(fanclub.id, visit!.customer.id);
    await app.get(RenewalsService).follow(fanclub, visit!.customer.id);
  }

  /** The bank answers again, disputes are decided, time passes, and the jobs run: what is not a renewal comes to its end. */
  async settleDown(): Promise<void> {
    const { bank, services } = this.world;
    this.dies = null;
    Object.assign(bank, { isAway: false, losesNext: false });
    for (const { ref, outcome } of bank.disputes) if (outcome === 'open') bank.decide(ref, 'lost');
    for (const session of bank.sessions) if (session.outcome === 'pending') bank.pay(session.ref);
    for (const refund of bank.refunds)
      if (refund.outcome === 'failed') await this.tellOfRefund(this.t, refund.ref);
    for (let round = 0; round < 4; round += 1) {
      this.t.clock.advance(round < 2 ? 40 * 60 : 25 * 3_600);
      await this.jobs(services[round % 2]);
      await runJob(services[round % 2], 'payments.compare');
    }
  }

  private get t(): TestApp {
    return this.world.services[0];
  }

  /** Sessions are shorter than histories. */
  private async viewer(who: number, at: number): Promise<Viewer> {
    return (await this.shopper(who, at)).viewer();
  }

  private async shopper(who: number, at: number): Promise<Shopper> {
    const key = `${who} ${at}`;
    const known = this.shoppers.get(key);
    if (known && (await known.viewer()).visit) return known;
    const shopper = await Shopper.of(this.world.services[at], this.world.people[who]);
    this.shoppers.set(key, shopper);
    return shopper;
  }

  private async act(one: Step): Promise<void> {
    const { bank, plans } = this.world;
    const { service: at, which = 0, who = 0 } = one;
    const t = this.world.services[at];
    const page = this.pages[which % Math.max(1, this.pages.length)];
    const session = bank.sessions.find(({ ref }) => ref === page);
    const paid = newest(
      bank.sessions.filter(({ outcome }) => outcome === 'succeeded'),
      which,
    );
    const plan = plans[which % plans.length];
    switch (one.do) {
      case 'order':
        return this.order(one);
      case 'pay':
        if (page) bank.pay(page);
        return;
      case 'decline':
        if (session?.outcome === 'open') bank.decline(session.ref);
        return;
      case 'delay':
        if (session?.outcome === 'open') session.outcome = 'pending';
        return;
      case 'late': {
        const late = newest(
          bank.sessions.filter(({ outcome }) => outcome === 'expired'),
          which,
        );
        if (late) bank.payLate(late.ref);
        return;
      }
      case 'elsewhere':
        if (paid) bank.refundElsewhere(paid.ref, one.is ? '1.00' : paid.amount);
        return;
      case 'twice':
        return this.payTwice(one);
      case 'event':
      case 'dispute':
      case 'decide':
        return this.eventOf(one);
      case 'fail': {
        const refund = newest(bank.refunds, which);
        if (!refund) return;
        refund.outcome = 'failed';
        return this.tellOfRefund(t, refund.ref);
      }
      case 'open':
      case 'return':
      case 'cancel':
      case 'refund':
        return this.withOrder(one);
      case 'withdraw':
        return this.withdraw(one);
      case 'price':
        await t.db.query('UPDATE plans SET price = $2 WHERE id = $1 AND price > 0', [plan.id, one.price]);
        return;
      case 'capacity':
        await t.db.query('UPDATE plan_stock SET capacity = $2 WHERE plan_id = $1', [plan.id, one.count]);
        return;
      case 'join': {
        const { fanclub, visit } = await this.viewer(who, at);
        return t.app.get(WaitingListService).join(fanclub, plan.id, visit!.customer);
      }
      case 'leave': {
        const { fanclub, visit } = await this.viewer(who, at);
        const list = t.app.get(WaitingListService);
        const place = await list.placeOf(fanclub, plan.id, visit!.customer.id);
        if (place) await list.leave(fanclub, place);
        return;
      }
      case 'card':
        if (one.is) return this.saveCard(who, one.mood!, at);
        for (const ref of await this.cardOf(who)) bank.cards.set(ref, one.mood!);
        return;
      case 'remove_card':
      case 'renew': {
        const { fanclub, visit } = await this.viewer(who, at);
        const { id: customer, autoRenewalEnabled: isOn } = visit!.customer;
        const cards = t.app.get(SavedCardsService);
        const follow = () => t.app.get(RenewalsService).follow(fanclub, customer);
        if (one.do === 'renew') await cards.setAutoRenewal(fanclub, customer, !isOn);
        else await cards.remove(fanclub, customer);
        await follow();
        if (one.do !== 'renew' || !one.is) return;
        // Somebody who changes their mind.
        await cards.setAutoRenewal(fanclub, customer, isOn);
        return follow();
      }
      case 'jobs':
        return this.jobs(t);
      case 'wait':
        return t.clock.advance(one.minutes! * 60);
      case 'days':
        return this.days(t, one.days!);
      case 'away':
        bank.isAway = one.is!;
        return;
      case 'lose':
        bank.losesNext = true;
        return;
      case 'die':
        this.dies = one.moment!;
        return;
      default:
        throw new Error(`nobody can ${one.do}`);
    }
  }

  private async order({ service, who = 0, which = 0, code, is, tells }: Step): Promise<void> {
    const { plans, codes } = this.world;
    // Two orders of a person for a plan at the same time are one.
    this.t.clock.advance(1);
    const typed = code ? codes[code][which % 2] : null;
    const plan = code === 'gift' ? plans[0] : plans[which % plans.length];
    const shopper = await this.shopper(who, service);
    const buy = () => shopper.buy(plan, undefined, typed, tells);
    const { orderId, isFree } = await buy().catch((error: unknown) => {
      // A renewal was paid in the same millisecond. Nothing was ordered, and the person tries again.
      if (violatedUnique(error) !== SAME_INSTANT) throw error;
      this.t.clock.advance(1);
      return buy();
    });
    if (is && !isFree) await this.open(service, await shopper.viewer(), orderId);
  }

  /** Opens the page of an order. Null: it has none, such as when its card was charged. */
  private async open(at: number, viewer: Viewer, order: number): Promise<string | null> {
    const url = await this.world.services[at].app.get(PayableOrdersService).pay(viewer, order);
    if (url === null) return null;
    const page = url.slice('https://bank.example/'.length);
    this.pages.unshift(page);
    return page;
  }

  /** Staff withdraw a plan that somebody is buying, and its job runs; or they sell all again. */
  private async withdraw({ service, which = 0, is }: Step): Promise<void> {
    const t = this.world.services[service];
    if (!is) return void (await t.db.query('UPDATE plans SET deleted = false WHERE deleted'));
    const bought = await t.db.query<{ plan: number }[]>(
      'SELECT plan_id AS plan FROM orders WHERE paid_at IS NULL AND closed_at IS NULL ORDER BY id',
    );
    const found = newest(bought, which);
    if (!found) return;
    await t.db.query('UPDATE plans SET deleted = true WHERE id = $1', [found.plan]);
    await runJob(t, 'orders.withdraw', undefined, undefined, this.logged.log);
  }

  /** A person cancels an order, buys the plan again, and then pays on the first page, too. */
  private async payTwice({ service, who = 0, which = 0 }: Step): Promise<void> {
    const { bank, plans, services } = this.world;
    this.t.clock.advance(1);
    const shopper = await this.shopper(who, service);
    const { orderId, isFree } = await shopper.buy(plans[which % plans.length]);
    if (isFree) return;
    const first = await this.open(service, await shopper.viewer(), orderId);
    if (first === null) return;
    await services[service].app.get(PayableOrdersService).cancel(await shopper.viewer(), orderId);
    this.t.clock.advance(1);
    await shopper.buyAndPay(plans[which % plans.length], bank);
    bank.payLate(first);
    const { fanclub } = await shopper.viewer();
    const { id } = bank.sessions.find(({ ref }) => ref === first)!.asked;
    await services[service].app.get(ObservationsService).observe(fanclub, id, 'webhook');
  }

  /** Does something with one of the last orders, also of a renewal. */
  private async withOrder({ do: what, service, which = 0, is, tells }: Step): Promise<void> {
    const t = this.world.services[service];
    const all = await t.db.query<{ id: number; customer: number }[]>(
      `SELECT o.id, o.customer_id AS customer FROM orders o WHERE o.total > 0 AND ($1 <> 'refund' OR o.paid_at IS NOT NULL)
         AND ($1 <> 'open' OR o.paid_at IS NULL AND o.closed_at IS NULL)
       ORDER BY $1 = 'refund' AND $2 AND EXISTS (
         SELECT FROM subscriptions s JOIN orders x ON x.renews_subscription_id = s.id AND x.paid_at IS NOT NULL
         WHERE s.order_id = o.id AND o.refunded_at IS NULL) DESC, o.id DESC LIMIT 6`,
      [what, tells ?? false],
    );
    if (all.length === 0) return;
    const { id: orderId, customer } = all[which % all.length];
    const viewer = await this.viewer(
      this.world.people.findIndex(({ id }) => id === customer),
      service,
    );
    if (what === 'open') {
      const page = await this.open(service, viewer, orderId);
      if (page !== null && is) this.world.bank.pay(page);
    } else if (what === 'return') await t.app.get(PayableOrdersService).observed(viewer, orderId);
    else if (what === 'cancel') await t.app.get(PayableOrdersService).cancel(viewer, orderId);
    else {
      const effect = tells ? null : 'keep';
      await refundOrder(t, viewer.fanclub, { orderId, ...(is ? { amount: '1.00' } : { effect }) });
    }
  }

  /** An event of the bank: about a payment, or a dispute that is opened or decided, of which the service may not hear. */
  private async eventOf({ do: what, service, which = 0, is, tells }: Step): Promise<void> {
    const { bank, services } = this.world;
    const t = services[service];
    const { fanclub } = await this.viewer(0, service);
    if (what === 'event') {
      const session = newest(bank.sessions, which);
      if (session) await t.app.get(ObservationsService).observe(fanclub, session.asked.id, 'webhook');
    } else if (what === 'dispute') {
      const paid = newest(
        bank.sessions.filter(({ outcome }) => outcome === 'succeeded'),
        which,
      );
      if (!paid) return;
      bank.dispute(paid.ref);
      if (tells) await this.tellOfDispute(t, fanclub, paid.asked.id);
    } else {
      const open = bank.disputes.filter(({ outcome }) => outcome === 'open');
      const dispute = newest(open.length > 0 ? open : bank.disputes, which);
      if (dispute?.outcome === 'open') bank.decide(dispute.ref, is ? 'won' : 'lost');
      if (dispute && tells) await this.tellOfDispute(t, fanclub, dispute.ownNumber!);
    }
  }

  private async tellOfRefund(t: TestApp, ref: string): Promise<void> {
    const [known] = await t.db.query<{ id: number; fanclub: number }[]>(
      'SELECT id, fanclub_id AS fanclub FROM refunds WHERE provider_ref = $1 ORDER BY id DESC LIMIT 1',
      [ref],
    );
    if (known) await t.app.get(RefundsService).submit(known.fanclub, known.id, 'webhook');
  }

  private async tellOfDispute(t: TestApp, fanclub: FanclubInfo, payment: number): Promise<void> {
    const [{ account }] = await t.db.query<[{ account: number }]>(
      'SELECT account_id AS account FROM payments WHERE id = $1',
      [payment],
    );
    const connected = (await t.app.get(PaymentAccountsService).account(fanclub.id, account))!;
    await t.app.get(DisputesService).ofPayment(fanclub, connected, `payment-${payment}`, 'webhook');
  }

  private async cardOf(who: number): Promise<string[]> {
    const found = await this.t.db.query<{ ref: string }[]>(
      'SELECT provider_ref AS ref FROM payment_methods WHERE customer_id = $1 AND detached_at IS NULL',
      [this.world.people[who].id],
    );
    return found.map(({ ref }) => ref);
  }

  private async jobs(t: TestApp): Promise<void> {
    for (const job of JOBS) await runJob(t, job, undefined, undefined, this.logged.log);
  }

  /** Days pass. The jobs run daily, and whenever a renewal is due or a membership begins, since they run each minute. */
  private async days(t: TestApp, days: number): Promise<void> {
    const { clock, db } = this.t;
    this.world.bank.isAway = false;
    const end = clock.now().getTime() + days * DAY;
    while (clock.now().getTime() < end) {
      const now = clock.now();
      const [{ due }] = await db.query<[{ due: Date | null }]>(
        `SELECT least((SELECT min(next_at) FROM renewals WHERE next_at > $1),
                      (SELECT min(starts_at) FROM queued_subscriptions WHERE processed_at IS NULL AND starts_at > $1)) AS due`,
        [now],
      );
      const next = Math.min(end, now.getTime() + DAY, due?.getTime() ?? Infinity);
      clock.set(new Date(next));
      await this.jobs(t);
      if (next % DAY < now.getTime() % DAY || next - now.getTime() === DAY)
        await runJob(t, 'payments.compare');
      await this.check(FAULTS_OF_RENEWALS);
    }
  }
}
