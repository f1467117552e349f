import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { PlansService } from '../../../../src/domains/plans';
import { Published } from '../../../../src/platform/published';
import { beginAnew, type TestApp } from '../../start-test-app';
import type { ModelBank } from '../model-bank';
import { withModelBank } from '../with-model-bank';
import { PEOPLE } from './steps';

/** What a person is at first. `term` and `season` can renew soon, `trial` converts, and `member` can upgrade. */
export type Start = 'stranger' | 'member' | 'trial' | 'term' | 'season';

/** A fan club, its bank, and its people, at two services on one database. */
export interface World {
  readonly services: readonly TestApp[];
  readonly bank: ModelBank;
  readonly people: readonly Customer[];
  /** One that can be upgraded to the two that follow it, a free one, and one with a season. */
  readonly plans: readonly Plan[];
  /** Codes as they are typed: two of each kind. */
  readonly codes: Readonly<Record<'coupon' | 'gift', readonly string[]>>;
}

let worlds = 0;

/** Empties the database, and makes a world. @param starts what each person is at first */
export async function newWorld(services: readonly TestApp[], starts: readonly Start[]): Promise<World> {
  const [t] = services;
  await beginAnew(t);
  await t.given.fanclub();
  const bank = await withModelBank(t, ...services.slice(1));
  const now = t.clock.now();
  const [former, present] = [
    await t.given.salesPeriod({
      ...{ startsAt: daysFrom(now, -400), endsAt: daysFrom(now, -21), extendedUntil: daysFrom(now, 40) },
    }),
    await t.given.salesPeriod({ startsAt: daysFrom(now, -20), endsAt: daysFrom(now, 300) }),
  ];
  // A month, so that a history has renewals of what it renewed.
  const gold = await t.given.plan({ price: '24.99', duration: 1 });
  const better = [await t.given.plan({ price: '50.00' }), await t.given.plan({ price: '80.00' })];
  for (const plan of better) await t.given.upgrade(gold, plan);
  const free = await t.given.plan({ price: '0' });
  const season = await t.given.plan({ price: '30.00', salesPeriod: present });
  const trial = await t.given.plan({ price: '0', trial: true, convertsIntoPlanId: gold.id });
  for (const plan of [gold, free, season]) await t.given.planStock({ plan, capacity: 3 });

  const people: Customer[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const customer = await t.given.customer({ autoRenewalEnabled: false });
    const begins = (plan: Plan, from: number, to: number | null, salesPeriodId: number | null = null) =>
      t.given.subscription({
        ...{ customer, plan, salesPeriodId, startDate: daysFrom(now, from), trialMembership: plan.trial },
        ...(to !== null && { endDate: daysFrom(now, to) }),
      });
    if (starts[n] === 'member') await begins(gold, -1, null);
    if (starts[n] === 'term') await begins(gold, -330, 35);
    if (starts[n] === 'season') await begins(season, -345, 20, former.id);
    if (starts[n] === 'trial') await begins(trial, -20, 10);
    people.push(customer);
  }

  const coupons = [
    await t.given.redeemBatch({ maxUses: 2, maxPerMember: 1 }),
    await t.given.redeemBatch({ discount: 'percent', value: '100.00', maxUses: 1 }),
  ];
  const gifts = await t.given.redeemBatch({ plan: gold });
  const codeOf = async (batch: (typeof coupons)[number]) => (await t.given.redeemCode({ batch })).text;
  const codes = {
    coupon: [await codeOf(coupons[0]), await codeOf(coupons[1])],
    gift: [await codeOf(gifts), await codeOf(gifts)],
  };
  // Ids begin anew in each world, and names do not.
  worlds += 1;
  const name = `World ${worlds}`;
  await t.db.query('UPDATE plans SET name = $2 WHERE id = $1', [trial.id, name]);
  for (const service of services) await isPublished(service, trial, name);
  return { services, bank, people, plans: [gold, ...better, free, season], codes };
}

/** Waits until a service has heard of a plan's name. */
async function isPublished({ app }: TestApp, { id, fanclubId }: Plan, name: string): Promise<void> {
  for (;;) {
    const fanclub = await app.get(Published).byId(fanclubId);
    const plans = fanclub ? await app.get(PlansService).stored(fanclub) : [];
    if (plans.some((one) => one.id === id && one.name === name)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
