import { Any } from 'typeorm';
import {
  type Club,
  columns,
  type ExportedClub,
  type ExportContext,
  fieldsOf,
  format as f,
  type Item,
  type LoadContext,
  type Row,
  save,
  type TableRules,
  type Whole,
} from '#platform/catalogue';
import { QueuedSubscription, Subscription } from './subscription.entity';

export const queuedSubscription = f.object('QueuedSubscription', {
  id: f.optional(f.id('queued_subscriptions')),
  plan: f.ref('a plan'),
  created_at: f.instant(),
  processed_at: f.orNull(f.instant()),
  end_date: f.instant(),
  /** Its id, or `plan/start` for one of the same customer in the file. */
  subscription: f.orNull(f.ref('a subscription')),
});

type QueuedItem = Item<f.Read<typeof queuedSubscription>, { readonly id: number }>;

const QUEUED: TableRules<QueuedSubscription> = {
  entity: QueuedSubscription,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['customerId', 'planId', 'createdAt'],
  named: { noun: 'plan and created_at', field: 'created_at' },
  history: { planId: 'plan', createdAt: 'created_at' },
};

const NO_COLUMNS = ['id', 'plan', 'subscription'] as const;

/** Loads the queued subscriptions of customers, after their `subscriptions`. */
export async function loadQueued(
  context: LoadContext,
  club: Club<'plans'>,
  queued: readonly QueuedItem[],
  subscriptions: readonly SavedSubscription[],
): Promise<void> {
  const named = namesOf(subscriptions);
  const rows = queued.map((item) => queuedRow(context, club, item, named));
  const owners = new Map(subscriptions.map(({ id, values }) => [id, values.customerId]));
  await addStoredOwners(context, club.id, rows, owners);
  for (const { path, values } of rows) {
    if (values.subscriptionId && owners.get(values.subscriptionId) !== values.customerId) {
      context.faults.add(`${path}.subscription`, NOT_OF_CUSTOMER);
    }
  }
  await save(context, QUEUED, rows);
}

function queuedRow(
  { faults }: LoadContext,
  { id: fanclubId, targets }: Club<'plans'>,
  { path, part, owner: customer }: QueuedItem,
  named: ReadonlyMap<string, number>,
): Row<QueuedSubscription> {
  let { subscription } = part;
  if (typeof subscription === 'string') {
    const slash = subscription.lastIndexOf('/');
    const plan = targets.plans.resolve(subscription.slice(0, slash), `${path}.subscription`);
    subscription = named.get(nameOf(customer.id, plan, new Date(subscription.slice(slash + 1))));
    if (subscription === undefined) faults.add(`${path}.subscription`, NOT_OF_CUSTOMER);
  }
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      customerId: customer.id,
      planId: targets.plans.resolve(part.plan, `${path}.plan`),
      ...columns(part, NO_COLUMNS),
      subscriptionId: subscription,
    },
    fallbacks: {
      processedAt: null,
      subscriptionId: null,
      // The API shows `updated_at`, so it gets the time of the last change that the file mentions.
      updatedAt: part.processed_at ?? part.created_at,
    },
  };
}

const NOT_OF_CUSTOMER = 'is not a subscription of this customer';

interface SavedSubscription {
  readonly id: number;
  readonly values: Partial<Subscription>;
}

/** Identifies a subscription by its natural key. */
const nameOf = (customer?: number, plan?: number, start?: Date): string =>
  `${customer} ${plan} ${start?.getTime()}`;

/** The ids of subscriptions by their natural keys. */
function namesOf(subscriptions: readonly SavedSubscription[]): ReadonlyMap<string, number> {
  return new Map(
    subscriptions.map(({ id, values: { customerId, planId, startDate } }) => [
      nameOf(customerId, planId, startDate),
      id,
    ]),
  );
}

/** Adds the customers of stored subscriptions that the file refers to. */
async function addStoredOwners(
  context: LoadContext,
  fanclubId: number,
  queued: readonly Row<QueuedSubscription>[],
  owners: Map<number, number | undefined>,
): Promise<void> {
  const unknown = queued.flatMap(({ values: { subscriptionId: id } }) => (id && !owners.has(id) ? [id] : []));
  if (unknown.length === 0) return;
  const rows = await context.tx.findBy(Subscription, { fanclubId, id: Any(unknown) });
  for (const { id, customerId } of rows) owners.set(id, customerId);
}

/**
 * Reads the queued subscriptions of customers. Returns a function that gives those of one customer.
 *
 * @param subscriptionsOf the subscriptions of a customer
 */
export async function exportQueued(
  context: ExportContext,
  club: ExportedClub<'plans'>,
  customers: readonly { readonly id: number }[],
  subscriptionsOf: (customer: number) => readonly Subscription[],
): Promise<(customer: number) => Whole<f.Read<typeof queuedSubscription>>[]> {
  const { plans } = club.targets;
  const refer = ({ id, planId, startDate }: Subscription) =>
    context.id(id) ?? `${plans.refer(planId)}/${startDate.toISOString()}`;
  const rowsOf = await context.owned(QueuedSubscription, club, 'customerId', customers);
  return (customer) =>
    rowsOf(customer).map((row) => ({
      id: context.id(row.id),
      plan: plans.refer(row.planId),
      ...fieldsOf(queuedSubscription.fields, row, NO_COLUMNS),
      subscription:
        subscriptionsOf(customer)
          .filter(({ id }) => id === row.subscriptionId)
          .map(refer)
          .at(0) ?? null,
    }));
}
