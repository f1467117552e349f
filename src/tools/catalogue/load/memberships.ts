import { termEnd } from '#libs/format';
import { ContestEntry } from '#domains/contests/contest-entry.entity';
import { QueuedSubscription } from '#domains/subscriptions/queued-subscription.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import type { QueuedSubscriptionPart, SubscriptionPart } from '../format/customer.format';
import type { SavedCustomer } from './customers';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import { match, reportReversed, type Row } from './rows';
import type { TableRules } from './table';
import { save, write } from './write';

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

const ENTRIES: TableRules<ContestEntry> = {
  entity: ContestEntry,
  tenant: 'fanclubId',
  owner: CUSTOMER,
  key: ['contestId', 'customerId'],
  named: { noun: 'contest', field: 'contest' },
  history: { enteredAt: 'entered_at' },
};

/** Loads the subscriptions, queued subscriptions and contest entries of customers. */
export async function loadMemberships(
  loading: Loading,
  parts: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const subscriptions = customers.flatMap(({ id, path, part }) =>
    (part.subscriptions ?? []).map((subscription, n) =>
      subscriptionRow(loading, parts, id, subscription, `${path}.subscriptions[${n}]`),
    ),
  );
  const saved = await match(loading, SUBSCRIPTIONS, subscriptions);
  reportReversed(loading, saved, ['startDate', 'endDate'], {
    field: 'end_date',
    message: 'must not be before start_date',
  });
  await write(loading, SUBSCRIPTIONS, saved);
  const queued = customers.flatMap(({ id, path, part }) =>
    (part.queued_subscriptions ?? []).map((subscription, n) =>
      queuedRow(loading, parts, id, subscription, `${path}.queued_subscriptions[${n}]`),
    ),
  );
  await reportForeignSubscriptions(loading, parts, queued, saved);
  await save(loading, QUEUED, queued);
  await loadEntries(loading, parts, customers);
}

function subscriptionRow(
  { faults }: Loading,
  parts: FanclubParts,
  customerId: number,
  part: SubscriptionPart,
  path: string,
): Row<Subscription> {
  const planId = parts.plans.resolve(part.plan, `${path}.plan`, faults);
  const terms = parts.terms.get(planId);
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
      fanclubId: parts.id,
      customerId,
      planId,
      salesPeriodId: parts.salesPeriods.resolve(part.sales_period, `${path}.sales_period`, faults),
      startDate: part.start_date,
      endDate: part.end_date,
      trialMembership: part.trial_membership,
      cancelled: part.cancelled,
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
  { faults }: Loading,
  parts: FanclubParts,
  customerId: number,
  part: QueuedSubscriptionPart,
  path: string,
): Row<QueuedSubscription> {
  return {
    path,
    id: part.id,
    values: {
      fanclubId: parts.id,
      customerId,
      planId: parts.plans.resolve(part.plan, `${path}.plan`, faults),
      createdAt: part.created_at,
      processedAt: part.processed_at,
      endDate: part.end_date,
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
  { id: fanclubId }: FanclubParts,
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

async function loadEntries(
  loading: Loading,
  parts: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const rows = customers.flatMap(({ id: customerId, path, part }) =>
    (part.contest_entries ?? []).map((entry, n) => {
      const at = `${path}.contest_entries[${n}]`;
      const contestId = parts.contests.resolve(entry.contest, `${at}.contest`, loading.faults);
      const { entered_at, selected, confirmed, forfeited } = entry;
      return {
        path: at,
        values: {
          fanclubId: parts.id,
          contestId,
          customerId,
          enteredAt: entered_at,
          selected,
          confirmed,
          forfeited,
        },
        fallbacks: {
          enteredAt: parts.contestStart.get(contestId) ?? loading.now,
          selected: false,
          confirmed: false,
          forfeited: false,
          firstName: part.first_name ?? null,
          lastName: part.last_name ?? null,
          birthdate: part.birthdate ?? null,
        },
      };
    }),
  );
  await save(loading, ENTRIES, rows);
}
