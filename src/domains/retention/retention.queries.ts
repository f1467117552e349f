import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { idleSinceSql, unconfirmedSinceSql } from '#domains/accounts';
import { contacts } from '#domains/contacts';
import { oldOrders } from '#domains/orders';
import { HAS_MONEY } from '#domains/payments';
import { memberSinceSql } from '#domains/subscriptions';
import { RETENTION_KINDS, type RetentionKind } from './retention.kinds';

/*
 * What a run removes. The count that staff see and the run have the same conditions: each is one function of the instant before which
 * nothing may have happened. It is null, and so is the condition, if nothing is to be removed.
 */

const NOW = '$now::timestamptz';
const before = (days: string): string => `(${NOW} - make_interval(days => ${days}::integer))`;

const HAS_ORDERS = 'EXISTS (SELECT FROM orders o WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id)';

/** Members with orders stay, for bookkeeping. */
const noMember = (instant: string): string => `NOT ${HAS_ORDERS} AND NOT ${memberSinceSql(instant)}`;

const unconfirmedAccounts = (days: string): string =>
  `${unconfirmedSinceSql(before(days), NOW)} AND ${noMember(before(days))}`;

const expiredMembers = (days: string): string =>
  `${idleSinceSql(before(days), NOW)} AND ${noMember(before(days))}`;

const oldContacts = (days: string): string => contacts.contactBeforeSql(before(days));

/** Imported orders can have a membership without having been paid. */
const closedOrders = (days: string): string => `
  ${oldOrders.closedBeforeSql(before(days))} AND NOT ${HAS_MONEY}
  AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.fanclub_id = o.fanclub_id AND s.order_id = o.id)
  AND NOT EXISTS (SELECT FROM queued_subscriptions q WHERE q.fanclub_id = o.fanclub_id AND q.order_id = o.id)`;

/** A job of the operator removes those of erased members. */
const billingAddresses = (days: string): string => `
  ${oldOrders.billedBeforeSql(before(days))}
  AND NOT EXISTS (
    SELECT FROM customers c WHERE c.fanclub_id = o.fanclub_id AND c.id = o.customer_id AND c.erased_at IS NOT NULL)`;

const CLUB = { fanclub: types.bigint, now: types.timestamptz };

/** How many rows a run at `now` would remove, by kind. A kind without days has none. Always one row. */
export const COUNT_DUE = statement('retention.count', {
  params: {
    ...CLUB,
    unconfirmed_accounts: types.integer.orNull,
    expired_members: types.integer.orNull,
    contacts: types.integer.orNull,
    closed_orders: types.integer.orNull,
    billing_addresses: types.integer.orNull,
  },
  row: {
    unconfirmed_accounts: types.integer,
    expired_members: types.integer,
    contacts: types.integer,
    closed_orders: types.integer,
    billing_addresses: types.integer,
  },
  text: `
    SELECT
      (SELECT count(*) FROM customers c
       WHERE c.fanclub_id = $fanclub AND ${unconfirmedAccounts('$unconfirmed_accounts')})::integer AS unconfirmed_accounts,
      (SELECT count(*) FROM customers c
       WHERE c.fanclub_id = $fanclub AND ${expiredMembers('$expired_members')})::integer AS expired_members,
      (SELECT count(*) FROM contacts k
       WHERE k.fanclub_id = $fanclub AND ${oldContacts('$contacts')})::integer AS contacts,
      (SELECT count(*) FROM orders o
       WHERE o.fanclub_id = $fanclub AND ${closedOrders('$closed_orders')})::integer AS closed_orders,
      (SELECT count(*) FROM orders o
       WHERE o.fanclub_id = $fanclub AND ${billingAddresses('$billing_addresses')})::integer AS billing_addresses`,
});

const DUE = {
  ...CLUB,
  days: types.integer,
  /** Only these; null: all. */
  only: types.array(types.bigint).orNull,
  after: types.bigint,
  limit: types.bigint,
};

const dueText = (table: string, t: string, condition: string): string => `
  SELECT ${t}.id FROM ${table} ${t}
  WHERE ${t}.fanclub_id = $fanclub AND ${t}.id > $after AND ($only::bigint[] IS NULL OR ${t}.id = ANY ($only)) AND ${condition}
  ORDER BY ${t}.id LIMIT $limit`;

export const DUE_UNCONFIRMED_ACCOUNTS = statement('retention.due_unconfirmed_accounts', {
  params: DUE,
  row: { id: types.bigint },
  text: dueText('customers', 'c', unconfirmedAccounts('$days')),
});

export const DUE_EXPIRED_MEMBERS = statement('retention.due_expired_members', {
  params: DUE,
  row: { id: types.bigint },
  text: dueText('customers', 'c', expiredMembers('$days')),
});

export const DUE_CONTACTS = statement('retention.due_contacts', {
  params: DUE,
  row: { id: types.bigint },
  text: dueText('contacts', 'k', oldContacts('$days')),
});

export const DUE_CLOSED_ORDERS = statement('retention.due_closed_orders', {
  params: DUE,
  row: { id: types.bigint },
  text: dueText('orders', 'o', closedOrders('$days')),
});

export const DUE_BILLING_ADDRESSES = statement('retention.due_billing_addresses', {
  params: DUE,
  row: { id: types.bigint },
  text: dueText('orders', 'o', billingAddresses('$days')),
});

/** The rows that a run removes, by kind, in the order of their ids. */
export const DUE_OF_KIND = {
  unconfirmed_accounts: DUE_UNCONFIRMED_ACCOUNTS,
  expired_members: DUE_EXPIRED_MEMBERS,
  contacts: DUE_CONTACTS,
  closed_orders: DUE_CLOSED_ORDERS,
  billing_addresses: DUE_BILLING_ADDRESSES,
} as const satisfies Record<RetentionKind, unknown>;

const RULE = { fanclub: types.bigint, kind: types.textOf<RetentionKind>() };

/** The rules of a fan club. */
export const RULES_OF = statement('retention_rules.of', {
  params: { fanclub: types.bigint },
  row: {
    kind: types.textOf<RetentionKind>(),
    days: types.integer.orNull,
    ranAt: types.timestamptz.orNull,
    removed: types.integer,
    complete: types.boolean,
  },
  text: `SELECT kind, days, ran_at AS "ranAt", removed, complete FROM retention_rules WHERE fanclub_id = $fanclub`,
});
export type RuleRow = RowOf<typeof RULES_OF>;

export const STORE_RULE = statement('retention_rules.store', {
  params: { ...RULE, days: types.integer.orNull, now: types.timestamptz },
  text: `
    INSERT INTO retention_rules (fanclub_id, kind, days, created_at, updated_at) VALUES ($fanclub, $kind, $days, $now, $now)
    ON CONFLICT (fanclub_id, kind) DO UPDATE SET days = excluded.days, updated_at = excluded.updated_at`,
});

/** The rules of all fan clubs that remove something, by fan club, those first that have waited longest, and then in the order of the kinds. */
export const RULES_TO_RUN = statement('retention_rules.to_run', {
  row: { fanclubId: types.bigint, organizationId: types.bigint, kind: types.textOf<RetentionKind>() },
  text: `
    SELECT r.fanclub_id AS "fanclubId", f.organization_id AS "organizationId", r.kind
    FROM retention_rules r JOIN fanclubs f ON f.id = r.fanclub_id
    WHERE r.days IS NOT NULL AND ${notHeldSql('r.fanclub_id')} 
    ORDER BY min(coalesce(r.ran_at, '-infinity')) OVER (PARTITION BY r.fanclub_id), r.fanclub_id,
      array_position(ARRAY['${RETENTION_KINDS.join("', '")}'], r.kind)`,
});

/** Notes that a run begins. No row if there is nothing to do in this night, in which runs began after `$night`; one that did not end is continued. */
export const BEGIN_RUN = statement('retention_rules.begin_run', {
  params: { ...RULE, now: types.timestamptz, night: types.timestamptz },
  text: `
    UPDATE retention_rules
    SET ran_at = $now, complete = false, removed = CASE WHEN NOT complete AND ran_at > $night THEN removed ELSE 0 END
    WHERE fanclub_id = $fanclub AND kind = $kind AND days IS NOT NULL
      AND NOT (complete AND coalesce(ran_at > $night, false))`,
});

/** Notes that a run removed all that was due. */
export const END_RUN = statement('retention_rules.end_run', {
  params: RULE,
  text: 'UPDATE retention_rules SET complete = true WHERE fanclub_id = $fanclub AND kind = $kind',
});

/** Locks a rule, so that staff who change it wait for the step of a run, or the step for them. */
export const HOLD_RULE = statement('retention_rules.hold', {
  params: RULE,
  row: { days: types.integer.orNull },
  text: 'SELECT days FROM retention_rules WHERE fanclub_id = $fanclub AND kind = $kind FOR UPDATE',
});

export const COUNT_REMOVED = statement('retention_rules.count_removed', {
  params: { ...RULE, removed: types.integer },
  text: 'UPDATE retention_rules SET removed = removed + $removed WHERE fanclub_id = $fanclub AND kind = $kind',
});
