import type { Customer } from '#domains/accounts/customer.entity';
import type { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import type { TestApp } from '../../start-test-app';
import { type CardMood, ModelBank } from '../model-bank';
import { connectBank } from '../with-model-bank';

/** What a member has or does, and the card. Null: none. Twenty members have these profiles, and so do the next twenty. */
const PROFILES = [
  ...Array.from({ length: 8 }, () => ['works', 'works'] as const),
  ...Array.from({ length: 2 }, () => ['declined once', 'poor_once'] as const),
  ['declined always', 'poor'],
  ['stolen', 'stolen'],
  ['asks, ignored', 'asks'],
  ['asks, paid by link', 'asks'],
  ['expired, replaced', 'expired'],
  ['expired, ignored', 'expired'],
  ['removes the card', 'works'],
  ['stops', 'works'],
  ['pays by hand', null],
  ['leaves', null],
] as const satisfies readonly (readonly [string, CardMood | null])[];
export type Profile = (typeof PROFILES)[number][0];

/** Members of a fan club with the same kind of plan. */
export interface Club {
  readonly kind: 'season' | 'monthly' | 'trial';
  /** The plan that its members can renew into by hand. */
  readonly next: Plan;
  /** The ids of its members begin after this one. */
  readonly after: number;
  readonly count: number;
}

export interface Year {
  readonly bank: ModelBank;
  readonly clubs: readonly Club[];
}

/** The clubs of a year and their shares of the members, in percent. */
const SHARES = { season: 66, monthly: 4, trial: 30 } as const;

/** Copies in one statement. */
const AT_ONCE = 1_000;

/** The first id of the copies, beyond all that sequences give. */
const COPIES = 1_000_000;

export const profileOf = (id: number): Profile => PROFILES[id % PROFILES.length][0];
const moodOf = (id: number): CardMood | null => PROFILES[id % PROFILES.length][1];

/** Fills three clubs with members. Rows are made by the samples of their owners, and copied. */
export async function fillYear(t: TestApp, members: number): Promise<Year> {
  const bank = new ModelBank(t.clock);
  const accounts: PaymentAccount[] = [];
  const clubs: Club[] = [];
  let after = COPIES;
  for (const kind of ['season', 'monthly', 'trial'] as const) {
    const { id: fanclubId } = await t.given.fanclub({});
    const account = await t.given.paymentAccount({ fanclubId, enabled: true });
    accounts.push(account);
    const { plan, next, term } = await plansOf(t, kind, fanclubId);
    const customer = await t.given.customer({ fanclubId, autoRenewalEnabled: true });
    const count = Math.round((members * SHARES[kind]) / 100);
    await copyMember(t, { customer, plan, account, term }, { after, count });
    clubs.push({ kind, next, after, count });
    for (let id = after + 1; id <= after + count; id += 1) {
      const mood = moodOf(id);
      if (mood) bank.cards.set(`card-${id}`, mood);
    }
    after += count;
  }
  connectBank(bank, accounts, [t]);
  await t.db.query('ANALYZE');
  return { bank, clubs };
}

/** The plans of a club, and the terms of its members in SQL: `id` is the id of the copy. */
async function plansOf(t: TestApp, kind: Club['kind'], fanclubId: number) {
  const now = t.clock.now();
  const plan = (facts: Partial<Plan>) => t.given.plan({ fanclubId, duration: 12, ...facts });
  if (kind === 'season') {
    const [former, following] = [
      await t.given.salesPeriod({
        ...{
          fanclubId,
          startsAt: daysFrom(now, -280),
          endsAt: daysFrom(now, 60),
          extendedUntil: daysFrom(now, 150),
        },
      }),
      await t.given.salesPeriod({ fanclubId, startsAt: daysFrom(now, 61), endsAt: daysFrom(now, 420) }),
    ];
    const next = await plan({ price: '30.00', salesPeriodId: following.id });
    const first = await plan({ price: '30.00', salesPeriodId: former.id, renewsIntoPlanId: next.id });
    return { plan: first, next, term: ["- interval '1 day' * (id % 270 + 1)", "+ interval '1 year'"] };
  }
  if (kind === 'monthly') {
    const monthly = await plan({ price: '5.00', duration: 1 });
    return { plan: monthly, next: monthly, term: ["- interval '1 day' * (id % 28)", "+ interval '1 month'"] };
  }
  const next = await plan({ price: '40.00' });
  const trial = await plan({ price: '0', trial: true, duration: 1, convertsIntoPlanId: next.id });
  return { plan: trial, next, term: ["+ interval '1 day' * (id % 320)", "+ interval '14 days'"] };
}

interface Template {
  readonly customer: Customer;
  readonly plan: Plan;
  readonly account: PaymentAccount;
  readonly term: readonly string[];
}

async function copyMember(
  t: TestApp,
  { customer, plan, account, term: [start, length] }: Template,
  range: { after: number; count: number },
): Promise<void> {
  const subscription = await t.given.subscription({ customer, plan, trialMembership: plan.trial });
  const ofBank = await t.given.paymentCustomer({ customer, account });
  const card = await t.given.paymentMethod({ customer, account });
  const withCard = `id % ${PROFILES.length} < ${PROFILES.findIndex(([, mood]) => mood === null)}`;
  const copies = [
    [
      'customers',
      customer.id,
      `'email', 'member-' || id || '@example.test', 'auto_renewal_enabled', ${withCard}`,
      'true',
    ],
    [
      ...['subscriptions', subscription.id],
      `'customer_id', id, 'start_date', $4::timestamptz ${start}, 'end_date', $4::timestamptz ${start} ${length}`,
      'true',
    ],
    ['payment_customers', ofBank.id, `'customer_id', id, 'provider_ref', 'customer-' || id`, withCard],
    [
      ...['payment_methods', card.id],
      `'customer_id', id, 'provider_ref', 'card-' || id, 'exp_month', 3, 'exp_year', CASE WHEN id % 20 IN (14, 15) THEN 2026 ELSE 2040 END`,
      withCard,
    ],
  ] as const;
  for (const [table, template, changes, condition] of copies)
    for (let made = 0; made < range.count; made += AT_ONCE)
      await t.db.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(template.of, jsonb_build_object('id', id, ${changes}))).*
         FROM (SELECT x AS of FROM ${table} x WHERE x.id = $1) template,
              generate_series($2::bigint + 1, $2::bigint + $3::bigint) AS id
         WHERE ${condition} AND $4::timestamptz IS NOT NULL`,
        [template, range.after + made, Math.min(AT_ONCE, range.count - made), t.clock.now()],
      );
  await t.db.query('DELETE FROM payment_methods WHERE id = $1', [card.id]);
  await t.db.query('DELETE FROM payment_customers WHERE id = $1', [ofBank.id]);
  await t.db.query('DELETE FROM subscriptions WHERE id = $1', [subscription.id]);
}
