import type { Plan } from '#domains/plans/plan.entity';
import type { RedeemBatch } from '#domains/redeem-codes/redeem-code.entity';
import { sessionCookie } from '../support/logged-in';
import { Pages, type VisitedPage } from '../support/pages';
import { Sealer } from '#libs/sealed';
import { mailsOf } from '../support/mails-of';
import { requestRefund } from '../support/payments/refund';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { ObservationsService } from '../../src/domains/payments';
import { Published } from '../../src/platform/published';
import { CROWD, race, twoServers } from '../support/races';
import { testApp, type TestEnvironment } from '../support/start-test-app';

let settings: TestEnvironment;
const t = testApp(async () => (settings = await withDemoBank()));
const { crowd, origin } = twoServers(t, () => ({ ...settings, PORT: '0' }));

let plan: Plan;
const checkoutOf = ({ fanclubId, id }: Plan): string => `/fanclubs/${fanclubId}/plans/${id}/checkout`;

beforeEach(async () => {
  await t.given.fanclub();
  await openBank(t);
  plan = await t.given.plan({ price: '24.99' });
});

/** The order forms of a crowd of members, each shown with a new code. */
async function forms(facts: Partial<RedeemBatch> & { plan?: Plan }): Promise<VisitedPage[]> {
  const { text } = await t.given.redeemCode({ batch: await t.given.redeemBatch(facts) });
  return formsWith(sameFor(text));
}

/** The order forms of a crowd of members, each shown with a code of its own, of one batch. */
async function formsOfBatch(facts: Partial<RedeemBatch>, size = CROWD): Promise<VisitedPage[]> {
  const batch = await t.given.redeemBatch(facts);
  const texts: string[] = [];
  for (let n = 0; n < size; n += 1) texts.push((await t.given.redeemCode({ batch })).text);
  return formsWith(texts);
}

/** A gift of the plan that a member has bought and paid. */
async function boughtGift(): Promise<{ text: string; purchase: number }> {
  const customer = await t.given.customer({ email: `buyer-${plan.id}@x.example` });
  const order = await t.given.order({
    ...{ customer, plan, kind: 'gift_purchase', checkoutReference: `gift ${plan.id}`, currency: 'USD' },
  });
  const accountId = (await t.db.query<{ id: number }[]>('SELECT id FROM payment_accounts'))[0].id;
  await t.given.payment({ order, accountId, state: 'succeeded' });
  const { id: orderId } = order;
  const cardSealed = t.app.get(Sealer).seal('{"recipient":null,"sender":null,"message":null}');
  await t.given.boughtGift({ order, cardSealed, emailSealed: null });
  const batch = await t.given.redeemBatch({ plan, sold: true });
  return { text: (await t.given.redeemCode({ batch, boughtOrderId: orderId })).text, purchase: orderId };
}

const sameFor = (text: string): string[] => Array.from({ length: CROWD }, () => text);

/** The order forms of members, each shown with one of these codes. */
async function formsWith(texts: readonly string[]): Promise<VisitedPage[]> {
  const browsers: Pages[] = [];
  for (const n of texts.keys()) {
    const pages = new Pages(origin(n));
    const session = await t.given.session({ customer: await t.given.customer() });
    pages.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
    browsers.push(pages);
  }
  return crowd(async (_, n) => {
    const code = texts[n];
    const entered = await (await browsers[n].open(checkoutOf(plan))).send('Use this code', { code });
    return entered.follow();
  }, texts.length);
}

const code = async () =>
  (
    await t.db.query<{ held: number; used: number; uses: number; orders: number; members: number }[]>(
      `SELECT c.held, c.used, (SELECT count(*)::integer FROM redeem_uses u WHERE u.code_id = c.id) AS uses,
              (SELECT count(*)::integer FROM orders o WHERE o.plan_id = $1 AND o.discount > 0) AS orders,
              (SELECT count(*)::integer FROM subscriptions s WHERE s.plan_id = $1) AS members
       FROM redeem_codes c ORDER BY c.id DESC LIMIT 1`,
      [plan.id],
    )
  )[0];

/** The counts of the latest batch, and of its codes and their uses. */
const batch = async () =>
  (
    await t.db.query<{ taken: number; held: number; used: number; uses: number }[]>(
      `SELECT b.taken, sum(c.held)::integer AS held, sum(c.used)::integer AS used,
              (SELECT count(*)::integer FROM redeem_uses u JOIN redeem_codes x ON x.id = u.code_id
               WHERE x.batch_id = b.id AND u.state <> 'released') AS uses
       FROM redeem_batches b JOIN redeem_codes c ON c.batch_id = b.id GROUP BY b.id ORDER BY b.id DESC LIMIT 1`,
    )
  )[0];

describe(`${CROWD} members at once, over two servers`, () => {
  race('redeem one gift code once', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const shown = await forms({ plan });
    const answers = await crowd((_, n) => shown[n].send('Redeem the gift', {}));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(CROWD - 1);
    expect(refused[0].problems).toEqual(['Code has been used already.']);
    expect(await code()).toEqual({ held: 0, used: 1, uses: 1, orders: 1, members: 1 });
  });

  race('use a coupon with a limit of 10 ten times, if it pays all', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const shown = await forms({ discount: 'percent', value: '100.00', maxUses: 10 });
    const answers = await crowd((_, n) => shown[n].send('Join for free', {}));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(CROWD - 10);
    expect(await code()).toEqual({ held: 0, used: 10, uses: 10, orders: 10, members: 10 });
  });

  race('hold a coupon with a limit of 10 ten times, if there is something to pay', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const shown = await forms({ maxUses: 10 });
    await crowd((_, n) => shown[n].send('Continue to payment', {}));
    expect(await code()).toEqual({ held: 10, used: 0, uses: 10, orders: 10, members: 0 });
  });

  race(
    'use the codes of a batch ten times together, each with a code of its own, if they pay all',
    async () => {
      plan = await t.given.plan({ price: '24.99' });
      const shown = await formsOfBatch({ discount: 'percent', value: '100.00', capacity: 10 });
      const answers = await crowd((_, n) => shown[n].send('Join for free', {}));
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status === 422);
      expect(refused).toHaveLength(CROWD - 10);
      expect(refused[0].problems).toEqual(['Code has been used already.']);
      expect(await batch()).toEqual({ taken: 10, held: 0, used: 10, uses: 10 });
    },
  );

  race('get the last use of a batch once, with codes of it that have two uses each', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const shown = await formsOfBatch({ capacity: 1, maxUses: 2 });
    const answers = await crowd((_, n) => shown[n].send('Continue to payment', {}));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await batch()).toEqual({ taken: 1, held: 1, used: 0, uses: 1 });
  });

  race('give uses of a batch back and take them at once, and none is lost', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const shown = await formsOfBatch({ capacity: 7 }, 14);
    const half = shown.slice(0, 7);
    await crowd((_, n) => half[n].send('Continue to payment', {}), half.length);
    const held = await t.db.query<{ id: number }[]>('SELECT id FROM orders WHERE plan_id = $1', [plan.id]);
    const observations = t.app.get(ObservationsService);
    const answers = await crowd(async (_, n) => {
      if (n >= half.length) return (await shown[n].send('Continue to payment', {})).status;
      await observations.close(
        (await t.app.get(Published).byId(plan.fanclubId))!,
        held[n].id,
        'cancelled',
        'cancel',
      );
      return null;
    }, shown.length);
    const taken = answers.filter((status) => status === 303).length;
    expect(await batch()).toEqual({ taken, held: taken, used: 0, uses: taken });
  });

  race('redeem one gift that a member bought once, and its buyer is told once', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const { text, purchase } = await boughtGift();
    const shown = await formsWith(sameFor(text));
    const answers = await crowd((_, n) => shown[n].send('Redeem the gift', {}));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await code()).toEqual({ held: 0, used: 1, uses: 1, orders: 1, members: 1 });
    const told = (await mailsOf(t)).filter(
      ({ kind, link }) => kind === 'gift_redeemed' && link.endsWith(`/${purchase}`),
    );
    expect(told).toHaveLength(1);
  });

  race('redeem a bought gift or have it refunded, never both', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const { text, purchase } = await boughtGift();
    const shown = await formsWith(sameFor(text));
    const refund = requestRefund(t, { id: plan.fanclubId }, { orderId: purchase }).then(
      () => true,
      () => false,
    );
    const answers = await crowd((_, n) => shown[n].send('Redeem the gift', {}));
    const redeemed = answers.filter(({ status }) => status === 303).length;
    expect([redeemed, await refund]).toEqual((await refund) ? [0, true] : [1, false]);
    expect(await code()).toMatchObject({ held: 0, used: redeemed, members: redeemed });
  });

  race('settle the payment of a gift once, with one code', async () => {
    plan = await t.given.plan({ price: '24.99' });
    const buyer = await t.given.customer({ email: `buyer-${plan.id}@x.example` });
    const session = await t.given.session({ customer: buyer });
    const all = Array.from({ length: CROWD }, (_, n) => {
      const pages = new Pages(origin(n));
      pages.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
      return pages;
    });
    const own = `/fanclubs/${plan.fanclubId}`;
    const placing = await (await all[0].open(`${own}/plans/${plan.id}/gift`)).submit();
    await payByCard(t, placing.location!);
    const [{ id }] = await t.db.query<{ id: number }[]>('SELECT id FROM orders WHERE plan_id = $1', [
      plan.id,
    ]);
    await crowd((_, n) => all[n].open(`${own}/orders/${id}/return`));
    const [{ codes, receipts }] = await t.db.query<{ codes: number; receipts: number }[]>(
      `SELECT (SELECT count(*)::integer FROM redeem_codes c WHERE c.bought_order_id = o.id) AS codes,
              (o.receipt_number IS NOT NULL)::integer AS receipts
       FROM orders o WHERE o.plan_id = $1`,
      [plan.id],
    );
    expect([codes, receipts]).toEqual([1, 1]);
  });
});
