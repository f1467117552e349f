import { Customer } from '#domains/accounts/customer.entity';
import type { Order } from '#domains/orders/order.entity';
import { PaymentTransition } from '#domains/orders/order.entity';
import { Renewal } from '#domains/renewals/renewal.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { sessionCookie } from '../logged-in';
import { mailsOf, type QueuedMail } from '../mails-of';
import { Pages, type VisitedPage } from '../pages';
import { runJob } from '../run-job';
import type { TestApp } from '../start-test-app';
import { CARDS } from './contract';
import { payByCard } from './demo-bank';
import { openPlaced } from './placed-order';

const DAY = 86_400;

/** A member of the test's fan club whose membership is renewed, in a browser of their own. */
export class RenewingMember {
  private constructor(
    private readonly t: TestApp,
    readonly customer: Customer,
    public pages: Pages,
    readonly root: string,
  ) {}

  /** A customer with an account. */
  static of(t: TestApp, customer: Customer): RenewingMember {
    return new RenewingMember(t, customer, new Pages(t.origin), `/fanclubs/${customer.fanclubId}`);
  }

  /** Opens a page of the fan club with a new session, since sessions are shorter than notices. */
  async open(path: string): Promise<VisitedPage> {
    this.pages = new Pages(this.t.origin);
    const session = await this.t.given.session({ customer: this.customer });
    this.pages.http.cookies.set(...sessionCookie(this.t, this.customer.fanclubId, session));
    return this.pages.open(path);
  }

  /** Saves a card, which turns automatic renewal on. @param later how the card behaves when it is charged */
  async savesCard(later: keyof typeof CARDS = 'works'): Promise<void> {
    const page = await this.open(`${this.root}/membership`);
    const step = await page.press(page.buttons.find((label) => /^(Save a|Replace this) card$/.test(label))!);
    const saves = later === 'declinedLater' ? CARDS.declinedLater : CARDS.works;
    await payByCard(this.t, step.links['Enter the card'], saves);
    await this.pages.open(`${this.root}/membership/return`);
    await this.cardBecomes(later);
  }

  /** The bank treats the saved card as the test card from now on. Some test cards cannot be saved on its page. */
  async cardBecomes(later: keyof typeof CARDS): Promise<void> {
    await this.t.db.query(
      `UPDATE demo_bank.objects SET content = jsonb_set(content, '{last4}', to_jsonb($1::text))
       WHERE kind = 'card' AND content->>'isDeleted' = 'false'`,
      [CARDS[later].slice(-4)],
    );
  }

  /** The page of the order that the link of a mail about a renewal leads to, logged in. */
  async orderBehind(link: string): Promise<VisitedPage> {
    const { pathname, search } = new URL(link);
    const own = await (await this.open(pathname + search)).follow();
    return (await own.press('Pay now')).follow();
  }

  /** Pays by the link of a mail. */
  async paysBy(link: string, card: string = CARDS.works): Promise<void> {
    await this.pays(await this.orderBehind(link), card);
  }

  /** Pays an order on its page. */
  async pays(page: VisitedPage, card: string = CARDS.works): Promise<void> {
    await payByCard(this.t, page.links['Go to the payment'], card);
    await this.pages.open(`${page.path}/return`);
  }

  /** Orders what a checkout page offers, and pays it. */
  async places(offer: VisitedPage): Promise<void> {
    const order = await openPlaced(this.t, this.pages, await offer.submit());
    await this.pays(order);
  }

  async renewsAutomatically(): Promise<boolean> {
    const found = await this.t.db.getRepository(Customer).findOneByOrFail({ id: this.customer.id });
    return found.autoRenewalEnabled;
  }

  /** Days pass, and the jobs run at their end. */
  async days(count: number): Promise<void> {
    this.t.clock.advance(count * DAY);
    await this.jobs();
  }

  async jobs(): Promise<void> {
    for (const job of ['queued_subscriptions.begin', 'payments.watch', 'renewals.plan', 'renewals.run'])
      await runJob(this.t, job);
  }

  async renewal(): Promise<Renewal> {
    return this.t.db.getRepository(Renewal).findOneByOrFail({ customerId: this.customer.id });
  }

  /** The states of the renewal, in order. */
  async history(): Promise<string[]> {
    const all = await this.t.db
      .getRepository(PaymentTransition)
      .find({ where: { subject: 'renewal' }, order: { id: 'ASC' } });
    return all.map(({ toState }) => toState);
  }

  async mails(): Promise<QueuedMail[]> {
    return (await mailsOf(this.t)).filter(({ to }) => to === this.customer.email);
  }

  async mailKinds(): Promise<string[]> {
    return (await this.mails()).map(({ kind }) => kind);
  }

  orders(): Promise<Order[]> {
    return this.t.db.query(
      `SELECT id, kind, total::text, paid_at IS NOT NULL AS paid, closed_reason AS closed FROM orders ORDER BY id`,
    );
  }

  subscriptions(): Promise<Subscription[]> {
    return this.t.db
      .getRepository(Subscription)
      .find({ where: { customerId: this.customer.id }, order: { startDate: 'ASC' } });
  }

  /** What the bank took from the member's card, in cents. */
  async taken(): Promise<number[]> {
    const found = await this.t.db.query<{ amount: string }[]>(
      `SELECT content->>'amount' AS amount FROM demo_bank.objects
       WHERE kind = 'payment' AND content->>'status' = 'succeeded' ORDER BY created_at, ref`,
    );
    return found.map(({ amount }) => Number(amount));
  }

  async isMember(): Promise<boolean> {
    const [{ active }] = await this.t.db.query<[{ active: boolean }]>(
      `SELECT EXISTS (
         SELECT FROM subscriptions s LEFT JOIN sales_periods sp ON sp.id = s.sales_period_id
         WHERE s.customer_id = $1 AND NOT s.cancelled AND s.start_date <= $2
           AND (s.end_date > $2 OR sp.extended_until > $2)) AS active`,
      [this.customer.id, this.t.clock.now()],
    );
    return active;
  }
}
