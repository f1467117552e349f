import type { Plan } from '#domains/plans/plan.entity';
import type { Api } from './api';
import { loggedIn } from './logged-in';
import type { TestApp } from './start-test-app';
import { daysFrom } from '#samples';

/** A kind of visitor for whom answers may differ. */
export interface ViewerKind {
  readonly name: string;
  /** Counts as a current customer (contract 3.12). */
  readonly loggedIn: boolean;
  /** Has an active subscription to the plan. */
  readonly subscribed: boolean;
  /** Creates such a visitor, with the plan if the kind has one. */
  client(t: TestApp, plan: Plan): Promise<Api>;
}

const past = (t: TestApp): Date => daysFrom(t.clock.now(), -1);

/** Every kind of visitor, for `it.each(EVERY_VIEWER)('shows $name …', async (kind) => …)`. */
export const EVERY_VIEWER: readonly ViewerKind[] = [
  { name: 'a logged-out visitor', loggedIn: false, subscribed: false, client: async (t) => t.api },
  {
    name: 'a customer with an active subscription',
    loggedIn: true,
    subscribed: true,
    client: async (t, plan) => {
      const { customer } = await subscribed(t, plan, {});
      return loggedIn(t, customer);
    },
  },
  {
    name: 'a customer on trial',
    loggedIn: true,
    subscribed: true,
    client: async (t, plan) => {
      const { customer } = await subscribed(t, plan, { trialMembership: true });
      return loggedIn(t, customer);
    },
  },
  {
    name: 'a customer whose subscription has lapsed',
    loggedIn: true,
    subscribed: true,
    client: async (t, plan) => {
      const now = t.clock.now();
      const salesPeriod = await t.given.salesPeriod({
        startsAt: daysFrom(now, -400),
        endsAt: daysFrom(now, -2),
        extendedUntil: daysFrom(now, 30),
      });
      const { customer } = await subscribed(t, plan, { endDate: past(t), salesPeriodId: salesPeriod.id });
      return loggedIn(t, customer);
    },
  },
  {
    name: 'a customer whose subscription has expired',
    loggedIn: true,
    subscribed: false,
    client: async (t, plan) => {
      const { customer } = await subscribed(t, plan, { endDate: past(t) });
      return loggedIn(t, customer);
    },
  },
  {
    name: 'a customer whose subscription was cancelled',
    loggedIn: true,
    subscribed: false,
    client: async (t, plan) => {
      const { customer } = await subscribed(t, plan, { cancelled: true });
      return loggedIn(t, customer);
    },
  },
  {
    name: 'a customer without subscription',
    loggedIn: true,
    subscribed: false,
    client: async (t) => loggedIn(t, await t.given.customer()),
  },
  {
    name: 'a customer who has not confirmed the e-mail address',
    loggedIn: false,
    subscribed: false,
    client: async (t, plan) => {
      const customer = await t.given.customer({ confirmedAt: null });
      await t.given.subscription({ customer, plan });
      return loggedIn(t, customer);
    },
  },
  {
    name: 'an unregistered customer',
    loggedIn: false,
    subscribed: false,
    client: async (t, plan) => {
      const customer = await t.given.unregisteredCustomer();
      await t.given.subscription({ customer, plan });
      return loggedIn(t, customer);
    },
  },
];

async function subscribed(
  t: TestApp,
  plan: Plan,
  overrides: { endDate?: Date; salesPeriodId?: number; trialMembership?: boolean; cancelled?: boolean },
) {
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan, ...overrides });
  return { customer };
}
