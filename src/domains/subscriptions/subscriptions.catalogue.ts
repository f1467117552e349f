import { termEnd } from '#libs/format';
import {
  type Club,
  columns,
  fieldsOf,
  format as f,
  type Item,
  itemsOf,
  type LoadContext,
  memberPart,
  type Row,
  save,
  type TableRules,
} from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan, SalesPeriod } from '#domains/plans/plan.entity';
import { exportQueued, loadQueued, queuedSubscription } from './queued-subscriptions.catalogue';
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

/** The last year that ISO 8601 writes with four digits. */
const MAX_YEAR = 9999;

const SUBSCRIPTIONS: TableRules<Subscription> = {
  entity: Subscription,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['customerId', 'planId', 'startDate'],
  named: { noun: 'plan and start_date', field: 'start_date' },
  period: { columns: ['startDate', 'endDate'], fields: ['start_date', 'end_date'] },
  history: { planId: 'plan', startDate: 'start_date' },
};

const NO_COLUMNS = ['id', 'plan', 'sales_period'] as const;

/** The subscriptions and queued subscriptions of a customer. */
export const subscriptionsInCatalogue = memberPart({
  of: Customer,
  fields: {
    subscriptions: f.optional(f.list(subscription)),
    queued_subscriptions: f.optional(f.list(queuedSubscription)),
  },
  refersTo: { plans: Plan, salesPeriods: SalesPeriod },
  async load(context, club, customers) {
    const items = itemsOf(customers, 'subscriptions');
    const plans = items.length > 0 ? await context.tx.findBy(Plan, { fanclubId: club.id }) : [];
    const plansById = new Map(plans.map((plan) => [plan.id, plan]));
    const rows = items.map((item) => subscriptionRow(context, club, item, plansById));
    const subscriptions = await save(context, SUBSCRIPTIONS, rows);
    await loadQueued(context, club, itemsOf(customers, 'queued_subscriptions'), subscriptions);
  },
  async export(context, club, customers) {
    const { plans, salesPeriods } = club.targets;
    const rowsOf = await context.owned(Subscription, club, 'customerId', customers);
    const queuedOf = await exportQueued(context, club, customers, rowsOf);
    return (id) => ({
      subscriptions: rowsOf(id).map((row) => ({
        id: context.id(row.id),
        plan: plans.refer(row.planId),
        ...fieldsOf(subscription.fields, row, NO_COLUMNS),
        sales_period: salesPeriods.refer(row.salesPeriodId),
      })),
      queued_subscriptions: queuedOf(id),
    });
  },
});

function subscriptionRow(
  { faults }: LoadContext,
  { id: fanclubId, targets }: Club<'plans' | 'salesPeriods'>,
  { path, part, owner: customer }: Item<f.Read<typeof subscription>, { readonly id: number }>,
  plansById: ReadonlyMap<number, Plan>,
): Row<Subscription> {
  const planId = targets.plans.resolve(part.plan, `${path}.plan`);
  const plan = plansById.get(planId);
  const end = part.start_date && plan ? termEnd(part.start_date, plan.duration) : null;
  if (end && part.end_date === undefined && end.getUTCFullYear() > MAX_YEAR) {
    const message = `must leave room for the plan's duration before the year ${MAX_YEAR + 1}`;
    faults.add(`${path}.start_date`, message);
  }
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      customerId: customer.id,
      planId,
      salesPeriodId: targets.salesPeriods.resolve(part.sales_period, `${path}.sales_period`),
      ...columns(part, NO_COLUMNS),
    },
    fallbacks: {
      salesPeriodId: plan?.salesPeriodId ?? null,
      endDate: end,
      trialMembership: plan?.trial ?? false,
      cancelled: false,
    },
  };
}
