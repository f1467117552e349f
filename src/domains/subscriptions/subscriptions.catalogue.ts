import { termEnd } from '#libs/format';
import {
  type Club,
  columns,
  format as f,
  type Loading,
  match,
  memberPart,
  reportReversed,
  type Row,
  save,
  type TableRules,
  write,
} from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan } from '#domains/plans/plan.entity';
import { SalesPeriod } from '#domains/plans/sales-period.entity';
import { QueuedSubscription } from './queued-subscription.entity';
import { Subscription } from './subscription.entity';

const subscription = f.object(
  'Subscription',
  {
    id: f.optional(f.id('subscriptions')),
    plan: f.ref('a plan'),
    start_date: f.instant(),
    end_date: f.optional(f.nullable(f.instant())),
    sales_period: f.optional(f.nullable(f.ref('a sales period'))),
    trial_membership: f.optional(f.flag()),
    cancelled: f.optional(f.flag(), false),
  },
  ({ start_date, end_date }, report) => {
    if (start_date && end_date && end_date < start_date) report('end_date', 'must not be before start_date');
  },
);

const queuedSubscription = f.object('QueuedSubscription', {
  id: f.optional(f.id('queued_subscriptions')),
  plan: f.ref('a plan'),
  created_at: f.instant(),
  processed_at: f.orNull(f.instant()),
  end_date: f.instant(),
  subscription: f.orNull(f.idOf()),
});

/** What ISO 8601 writes with four digits. */
const LAST_YEAR = 9999;

const CUSTOMER = { column: 'customerId', noun: 'customer' } as const;

const SUBSCRIPTIONS: TableRules<Subscription> = {
  entity: Subscription,
  tenant: 'fanclubId',
  owner: CUSTOMER,
  key: ['customerId', 'planId', 'startDate'],
  named: { noun: 'plan and start_date', field: 'start_date' },
  peek: ['startDate', 'endDate'],
  history: { planId: 'plan', startDate: 'start_date' },
};

const QUEUED: TableRules<QueuedSubscription> = {
  entity: QueuedSubscription,
  tenant: 'fanclubId',
  owner: CUSTOMER,
  key: ['customerId', 'planId', 'createdAt'],
  named: { noun: 'plan and created_at', field: 'created_at' },
  history: { planId: 'plan', createdAt: 'created_at' },
};

/** The plan's terms that a subscription takes over. */
interface Terms {
  readonly id: number;
  /** Months; null = without end. */
  readonly duration: number | null;
  readonly salesPeriodId: number | null;
  readonly trial: boolean;
}

type OwnClub = Club<'plans' | 'salesPeriods'>;

/** The subscriptions and queued subscriptions of a customer. */
export const subscriptionsInCatalogue = memberPart({
  of: Customer,
  fields: {
    subscriptions: f.optional(f.list(subscription)),
    queued_subscriptions: f.optional(f.list(queuedSubscription)),
  },
  refersTo: { plans: Plan, salesPeriods: SalesPeriod },
  async load(loading, club, customers) {
    const terms = await termsOfPlans(loading, club.id);
    const subscriptions = customers.flatMap(({ id, path, part }) =>
      (part.subscriptions ?? []).map((part, n) =>
        subscriptionRow(loading, club, { customerId: id, part, path: `${path}.subscriptions[${n}]`, terms }),
      ),
    );
    const saved = await match(loading, SUBSCRIPTIONS, subscriptions);
    reportReversed(loading, saved, ['startDate', 'endDate'], {
      field: 'end_date',
      message: 'must not be before start_date',
    });
    await write(loading, SUBSCRIPTIONS, saved);
    const queued = customers.flatMap(({ id, path, part }) =>
      (part.queued_subscriptions ?? []).map((part, n) =>
        queuedRow(club, { customerId: id, part, path: `${path}.queued_subscriptions[${n}]` }),
      ),
    );
    await reportForeignSubscriptions(loading, club, queued, saved);
    await save(loading, QUEUED, queued);
  },
});

/** The terms of the plans as the database has them by now. */
async function termsOfPlans(loading: Loading, fanclubId: number): Promise<ReadonlyMap<number, Terms>> {
  const rows = await loading.rows<Terms>(
    `SELECT id, duration, sales_period_id AS "salesPeriodId", trial FROM plans WHERE fanclub_id = $1`,
    [fanclubId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A subscription or queued subscription of the file. */
interface Given<P> {
  readonly customerId: number;
  readonly part: P;
  readonly path: string;
}

function subscriptionRow(
  { faults }: Loading,
  { id: fanclubId, targets }: OwnClub,
  {
    customerId,
    part,
    path,
    terms: ofPlans,
  }: Given<f.Read<typeof subscription>> & { terms: ReadonlyMap<number, Terms> },
): Row<Subscription> {
  const planId = targets.plans.resolve(part.plan, `${path}.plan`);
  const terms = ofPlans.get(planId);
  const end = part.start_date && terms ? termEnd(part.start_date, terms.duration) : null;
  if (end && part.end_date === undefined && end.getUTCFullYear() > LAST_YEAR) {
    faults.add(
      `${path}.start_date`,
      `must leave room for the plan's duration before the year ${LAST_YEAR + 1}`,
    );
  }
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      customerId,
      planId,
      salesPeriodId: targets.salesPeriods.resolve(part.sales_period, `${path}.sales_period`),
      ...columns(part, ['id', 'plan', 'sales_period']),
    },
    fallbacks: {
      salesPeriodId: terms?.salesPeriodId ?? null,
      endDate: end,
      trialMembership: terms?.trial ?? false,
      cancelled: false,
    },
  };
}

function queuedRow(
  { id: fanclubId, targets }: OwnClub,
  { customerId, part, path }: Given<f.Read<typeof queuedSubscription>>,
): Row<QueuedSubscription> {
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      customerId,
      planId: targets.plans.resolve(part.plan, `${path}.plan`),
      ...columns(part, ['id', 'plan', 'subscription']),
      subscriptionId: part.subscription,
    },
    // The last change that the file knows of: the API shows it.
    fallbacks: {
      processedAt: null,
      subscriptionId: null,
      updatedAt: part.processed_at ?? part.created_at,
    },
  };
}

/** A queued subscription becomes one of the same customer; which, is said by id. */
async function reportForeignSubscriptions(
  loading: Loading,
  { id: fanclubId }: OwnClub,
  queued: readonly Row<QueuedSubscription>[],
  subscriptions: readonly { id: number; values: Partial<Subscription> }[],
): Promise<void> {
  const owners = new Map(subscriptions.map(({ id, values }) => [id, values.customerId]));
  const unknown = queued.flatMap(({ values: { subscriptionId: id } }) => (id && !owners.has(id) ? [id] : []));
  if (unknown.length > 0) {
    const rows = await loading.rows<{ id: number; customerId: number }>(
      `SELECT id, customer_id AS "customerId" FROM subscriptions
       WHERE fanclub_id = $1 AND id = ANY ($2::bigint[])`,
      [fanclubId, unknown],
    );
    for (const { id, customerId } of rows) owners.set(id, customerId);
  }
  for (const { path, values } of queued) {
    if (values.subscriptionId && owners.get(values.subscriptionId) !== values.customerId) {
      loading.faults.add(`${path}.subscription`, 'is no subscription of this customer');
    }
  }
}
