import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { subscriptionState } from '../../src/platform/access';
import type { Subscription } from '../../src/domains/subscriptions/subscription.entity';
import { isCompleted } from '../../src/domains/orders/order.rules';
import { loggedIn } from '../support/logged-in';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// Members, partners and staff read the states of memberships and orders from different statements, which have to agree.
const t = testApp();

type Shown = Record<string, unknown>;

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

const day = (n: number): Date => new Date(Date.UTC(2026, 5, 15 + n, 12));
const days = fc.integer({ min: -2, max: 2 });

it('a membership has the same state in the API, for staff and in their figures', async () => {
  const term = fc.record({
    starts: days,
    lasts: fc.option(fc.integer({ min: 0, max: 3 })),
    cancelled: fc.boolean(),
    extended: fc.option(days),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(term, { minLength: 1, maxLength: 3, selector: ({ starts }) => starts }),
      async (terms) => {
        await t.db.query('DELETE FROM subscriptions');
        const customer = await t.given.customer();
        const rows: (Subscription & { extendedUntil: Date | null })[] = [];
        for (const { starts, lasts, cancelled, extended } of terms) {
          const extendedUntil = extended === null ? null : day(extended);
          const { id: salesPeriodId } = await t.given.salesPeriod({ extendedUntil });
          const endDate = lasts === null ? null : day(starts + lasts);
          const given = { customer, salesPeriodId, startDate: day(starts), endDate, cancelled };
          rows.push({ ...(await t.given.subscription(given)), extendedUntil });
        }
        const now = t.clock.now();
        const states = rows
          .sort((a, b) => a.startDate.getTime() - b.startDate.getTime())
          .map((row) => subscriptionState(row, now));
        const present = states.findLast(({ status }) => status === 'active');
        const state = !present ? 'none' : present.lapsed ? 'lapsed' : 'active';

        const api = await loggedIn(t, customer);
        const { subscriptions } = (await api.get('/subscriptions')).body as { subscriptions: Shown[] };
        expect(subscriptions.map(({ status, lapsed }) => ({ status, lapsed }))).toEqual(states);
        const { subscription, expired } = (await api.get('/account')).body.customer as Shown;
        expect([expired, (subscription as Shown | undefined)?.lapsed]).toEqual([!present, present?.lapsed]);

        const kim = await staffOf(t);
        const member = (await kim.get(await path(`members/${customer.id}`))).body as Shown;
        expect(member.state).toBe(state);
        const shown = (member.subscriptions as Shown[]).map((one) => one.state).reverse();
        expect(shown.map((one) => (one === 'lapsed' ? 'active' : one === 'over' ? 'expired' : one))).toEqual(
          states.map(({ status }, at) => (status === 'expired' && rows[at].cancelled ? 'cancelled' : status)),
        );
        for (const asked of ['active', 'lapsed', 'none']) {
          const { body } = await kim.get(await path(`members?state=${asked}&q=%23${customer.id}`));
          expect([asked, (body as { total: number }).total]).toEqual([asked, asked === state ? 1 : 0]);
        }
        const { members, members_by_week } = (await kim.get(await path('dashboard'))).body as {
          members: Shown;
          members_by_week: Shown[];
        };
        expect(members).toMatchObject({ active: +(state === 'active'), lapsed: +(state === 'lapsed') });
        const { members: countedNow } = members_by_week.at(-1)!;
        if (rows.every((row) => !row.cancelled)) expect(countedNow).toBe(present ? 1 : 0);
      },
    ),
    { numRuns: 20 },
  );
});

it('an order has the same state in the API, for staff and for whoever sends its parcel', async () => {
  const order = fc.record({
    price: fc.constantFrom('0.00', '20.00'),
    total: fc.constantFrom(null, '0.00', '20.00'),
    isPaid: fc.boolean(),
    isRefunded: fc.boolean(),
    isOfCheckout: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(order, async ({ price, total, isPaid, isRefunded, isOfCheckout }) => {
      const customer = await t.given.customer();
      await t.given.shippingAddress({ customer });
      const plan = await t.given.plan({ price });
      await t.given.package(plan, [{ itemType: await t.given.itemType() }]);
      const now = t.clock.now();
      const row = await t.given.order({
        customer,
        plan,
        shipping: total && '0.00',
        discount: total && '0.00',
        subtotal: total,
        total,
        paidAt: isPaid ? now : null,
        refundedAt: isRefunded ? now : null,
        checkoutReference: isOfCheckout ? randomUUID() : null,
      });
      await t.given.shipment({ order: row, shipDate: null });
      const completed = isCompleted(row, plan);

      const api = await loggedIn(t, customer);
      const { orders } = (await api.get('/orders')).body as { orders: Shown[] };
      expect(orders.map(({ id }) => id)).toEqual(completed ? [row.id] : []);
      // An item type is asked for because a parcel of a completed order waits.
      const { items } = (await api.get('/account/shipping')).body as { items: Shown };
      expect(Object.keys(items)).toHaveLength(completed ? 1 : 0);

      const kim = await staffOf(t);
      const state = isRefunded ? 'refunded' : completed ? 'complete' : 'open';
      expect((await kim.get(await path(`orders/${row.id}`))).body).toMatchObject({ state });
      for (const asked of ['open', 'complete', 'refunded']) {
        const { body } = await kim.get(await path(`orders?state=${asked}&member_id=${customer.id}`));
        expect([asked, (body as { total: number }).total]).toEqual([asked, asked === state ? 1 : 0]);
      }
      const { body } = await kim.get(await path('parcels?state=waiting'));
      const waiting = (body as { data: { order_id: number }[] }).data.map(({ order_id }) => order_id);
      expect(waiting.includes(row.id)).toBe(state === 'complete');
    }),
    { numRuns: 25 },
  );
});
