import { Any } from 'typeorm';
import {
  type Club,
  columns,
  type ExportedClub,
  type Exporting,
  fieldsOf,
  format as f,
  type Item,
  type Loading,
  type Row,
  save,
  type TableRules,
  type Whole,
} from '#platform/catalogue';
import { QueuedSubscription } from './queued-subscription.entity';
import { Subscription } from './subscription.entity';

export const queuedSubscription = f.object('QueuedSubscription', {
  id: f.optional(f.id('queued_subscriptions')),
  plan: f.ref('a plan'),
  created_at: f.instant(),
  processed_at: f.orNull(f.instant()),
  end_date: f.instant(),
  subscription: f.orNull(f.idOf()),
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
  loading: Loading,
  club: Club<'plans'>,
  queued: readonly QueuedItem[],
  subscriptions: readonly { id: number; values: Partial<Subscription> }[],
): Promise<void> {
  const rows = queued.map((item) => queuedRow(club, item));
  const owners = new Map(subscriptions.map(({ id, values }) => [id, values.customerId]));
  await addStoredOwners(loading, club.id, rows, owners);
  for (const { path, values } of rows) {
    if (values.subscriptionId && owners.get(values.subscriptionId) !== values.customerId) {
      loading.faults.add(`${path}.subscription`, 'is not a subscription of this customer');
    }
  }
  await save(loading, QUEUED, rows);
}

function queuedRow(
  { id: fanclubId, targets }: Club<'plans'>,
  { path, part, owner: customer }: QueuedItem,
): Row<QueuedSubscription> {
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      customerId: customer.id,
      planId: targets.plans.resolve(part.plan, `${path}.plan`),
      ...columns(part, NO_COLUMNS),
      subscriptionId: part.subscription,
    },
    fallbacks: {
      processedAt: null,
      subscriptionId: null,
      // The API shows `updated_at`, so it gets the time of the last change that the file mentions.
      updatedAt: part.processed_at ?? part.created_at,
    },
  };
}

/** Adds the customers of stored subscriptions that the file refers to. */
async function addStoredOwners(
  loading: Loading,
  fanclubId: number,
  queued: readonly Row<QueuedSubscription>[],
  owners: Map<number, number | undefined>,
): Promise<void> {
  const unknown = queued.flatMap(({ values: { subscriptionId: id } }) => (id && !owners.has(id) ? [id] : []));
  if (unknown.length === 0) return;
  const rows = await loading.tx.findBy(Subscription, { fanclubId, id: Any(unknown) });
  for (const { id, customerId } of rows) owners.set(id, customerId);
}

/** Reads the queued subscriptions of customers. Returns a function that gives those of one customer. */
export async function exportQueued(
  exporting: Exporting,
  club: ExportedClub<'plans'>,
  customers: readonly { readonly id: number }[],
): Promise<(customer: number) => Whole<f.Read<typeof queuedSubscription>>[]> {
  const rowsOf = await exporting.owned(QueuedSubscription, club, 'customerId', customers);
  return (customer) =>
    rowsOf(customer).map((row) => ({
      id: exporting.id(row.id),
      plan: club.targets.plans.refer(row.planId),
      ...fieldsOf(queuedSubscription.fields, row, NO_COLUMNS),
      subscription: row.subscriptionId === null ? null : exporting.id(row.subscriptionId),
    }));
}
