import { lapsedSql, membershipSql } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import type { SentMailRow } from '#platform/mail';
import type { PostalAddress } from '#domains/shipping';
import type { IssueOfMember, NoteOfMember } from './dto/member.answers';

const MEMBER = { fanclub: types.bigint, customer: types.bigint };

/** The membership of customer `c`, as `s`, with its plan `p`. */
const CURRENT = `
  LEFT JOIN LATERAL (${membershipSql(
    `s.id, s.plan_id, s.start_date, s.end_date, s.trial_membership, ${lapsedSql('$now')} AS lapsed`,
    '$now',
  )}
  ) s ON true
  LEFT JOIN plans p ON p.fanclub_id = c.fanclub_id AND p.id = s.plan_id`;

/** Customers with these ids, with their current memberships, unordered. */
export const FIND_MEMBERS = statement('members.find', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint), now: types.timestamptz },
  row: {
    id: types.bigint,
    email: types.text.orNull,
    newEmail: types.text.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    username: types.text.orNull,
    birthdate: types.date.orNull,
    registered: types.boolean,
    confirmedAt: types.timestamptz.orNull,
    blacklisted: types.boolean,
    invalidEmail: types.boolean,
    listsOptIn: types.boolean,
    listsOptInSource: types.text.orNull,
    listsOptInChangedAt: types.timestamptz.orNull,
    autoRenewalEnabled: types.boolean,
    lockedPlanId: types.bigint.orNull,
    renewals: types.integer,
    createdAt: types.timestamptz,
    eraseAt: types.timestamptz.orNull,
    erasedAt: types.timestamptz.orNull,
    mergedInto: types.bigint.orNull,
    emailAliases: types.array(types.text),
    subscriptionId: types.bigint.orNull,
    planId: types.bigint.orNull,
    planName: types.text.orNull,
    startDate: types.timestamptz.orNull,
    endDate: types.timestamptz.orNull,
    trial: types.boolean.orNull,
    lapsed: types.boolean.orNull,
  },
  text: `
    SELECT c.id, c.email, c.new_email AS "newEmail", c.first_name AS "firstName", c.last_name AS "lastName", c.username,
           c.birthdate, c.registered, c.confirmed_at AS "confirmedAt", c.blacklisted, c.invalid_email AS "invalidEmail",
           c.lists_opt_in AS "listsOptIn", c.lists_opt_in_source AS "listsOptInSource",
           c.lists_opt_in_changed_at AS "listsOptInChangedAt", c.auto_renewal_enabled AS "autoRenewalEnabled",
           c.locked_plan_id AS "lockedPlanId", c.renewals, c.created_at AS "createdAt",
           c.erase_at AS "eraseAt", c.erased_at AS "erasedAt", c.merged_into AS "mergedInto",
           ARRAY(SELECT a.email FROM email_aliases a WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id ORDER BY a.id)
             AS "emailAliases",
           s.id AS "subscriptionId", p.id AS "planId", p.name AS "planName", s.start_date AS "startDate",
           s.end_date AS "endDate", s.trial_membership AS trial, s.lapsed
    FROM customers c ${CURRENT}
    WHERE c.fanclub_id = $fanclub AND c.id = ANY ($ids)`,
});

export type MemberRow = RowOf<typeof FIND_MEMBERS>;

/** Seconds of membership that staff gave a member after `$since`, as the record has them. Always one row. */
export const GIVEN_LATELY = statement('members.given_lately', {
  params: { ...MEMBER, since: types.timestamptz },
  row: { seconds: types.bigint },
  text: `
    SELECT coalesce(sum(extract(epoch FROM coalesce(given.until, given.since + interval '100 years') - given.since)), 0)::bigint
             AS seconds
    FROM staff_audits a CROSS JOIN LATERAL (
      SELECT (a.after ->> 'end_date')::timestamptz AS until,
             coalesce(a.after ->> 'start_date', a.before ->> 'end_date')::timestamptz AS since
    ) given
    WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer AND a.action IN ('member.comped', 'member.extended', 'member.plan_changed')
      AND a.at > $since`,
});

/** All subscriptions of a member, the latest first. */
export const MEMBER_SUBSCRIPTIONS = statement('members.subscriptions', {
  params: MEMBER,
  row: {
    id: types.bigint,
    planId: types.bigint,
    planName: types.text,
    startDate: types.timestamptz,
    endDate: types.timestamptz.orNull,
    trial: types.boolean,
    cancelled: types.boolean,
    extendedUntil: types.timestamptz.orNull,
    updatedAt: types.timestamptz,
  },
  text: `
    SELECT s.id, s.plan_id AS "planId", p.name AS "planName", s.start_date AS "startDate", s.end_date AS "endDate",
           s.trial_membership AS trial, s.cancelled, sp.extended_until AS "extendedUntil", s.updated_at AS "updatedAt"
    FROM subscriptions s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer
    ORDER BY s.start_date DESC, s.id DESC`,
});

export const MEMBER_QUEUED = statement('members.queued', {
  params: MEMBER,
  row: {
    id: types.bigint,
    planName: types.text,
    createdAt: types.timestamptz,
    endDate: types.timestamptz,
    processedAt: types.timestamptz.orNull,
  },
  text: `
    SELECT q.id, p.name AS "planName", q.created_at AS "createdAt", q.end_date AS "endDate",
           q.processed_at AS "processedAt"
    FROM queued_subscriptions q
    JOIN plans p ON p.fanclub_id = q.fanclub_id AND p.id = q.plan_id
    WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer ORDER BY q.end_date DESC, q.id DESC`,
});

/** Orders with the number of their parcels, the latest first. */
export const MEMBER_ORDERS = statement('members.orders', {
  params: MEMBER,
  row: {
    id: types.bigint,
    planName: types.text,
    total: types.numeric.orNull,
    createdAt: types.timestamptz,
    paidAt: types.timestamptz.orNull,
    refundedAt: types.timestamptz.orNull,
    /** Null: sold. */
    giftReason: types.text.orNull,
    parcels: types.integer,
    /** The days on which parcels were sent. */
    shipDates: types.array(types.text),
  },
  text: `
    SELECT o.id, p.name AS "planName", o.total, o.created_at AS "createdAt", o.paid_at AS "paidAt",
           o.refunded_at AS "refundedAt", g.reason AS "giftReason",
           (SELECT count(*)::integer FROM shipments h WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id) AS parcels,
           ARRAY(SELECT h.ship_date::text FROM shipments h
                 WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id AND h.ship_date IS NOT NULL
                 ORDER BY h.ship_date, h.id) AS "shipDates"
    FROM orders o
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    LEFT JOIN order_gifts g ON g.fanclub_id = o.fanclub_id AND g.order_id = o.id
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer ORDER BY o.created_at DESC, o.id DESC`,
});

/** The primary address, and the chosen options by the name of the item type. Always one row. */
export const MEMBER_SHIPPING = statement('members.shipping', {
  params: MEMBER,
  row: { address: types.jsonb<PostalAddress>().orNull, options: types.jsonb<readonly ChosenOption[]>() },
  text: `
    SELECT (SELECT jsonb_build_object(
              'first_name', a.first_name, 'last_name', a.last_name, 'address', a.address, 'address_2', a.address_2,
              'city', a.city, 'state', a.state, 'postal_code', a.postal_code, 'country', a.country)
            FROM shipping_addresses a WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer) AS address,
           coalesce((SELECT jsonb_agg(jsonb_build_object('item', t.name, 'option', o.name) ORDER BY t.name, t.id)
            FROM item_selections x
            JOIN item_types t ON t.fanclub_id = x.fanclub_id AND t.id = x.item_type_id
            JOIN item_options o ON o.fanclub_id = x.fanclub_id AND o.id = x.item_option_id
            WHERE x.fanclub_id = $fanclub AND x.customer_id = $customer), '[]') AS options`,
});

/** A choice of a member: `{ item: 'T-shirt', option: 'M' }`. */
export interface ChosenOption {
  readonly item: string;
  readonly option: string;
}

export const MEMBER_ENTRIES = statement('members.entries', {
  params: MEMBER,
  row: {
    id: types.bigint,
    contestId: types.bigint,
    contestName: types.text,
    enteredAt: types.timestamptz,
    selected: types.boolean,
    confirmed: types.boolean,
    forfeited: types.boolean,
  },
  text: `
    SELECT e.id, e.contest_id AS "contestId", k.name AS "contestName", e.entered_at AS "enteredAt", e.selected, e.confirmed,
           e.forfeited
    FROM contest_entries e
    JOIN contests k ON k.fanclub_id = e.fanclub_id AND k.id = e.contest_id
    WHERE e.fanclub_id = $fanclub AND e.customer_id = $customer ORDER BY e.entered_at DESC, e.id DESC`,
});

/** The latest sessions, also ended ones. */
export const MEMBER_SESSIONS = statement('members.sessions', {
  params: MEMBER,
  row: {
    id: types.bigint,
    createdAt: types.timestamptz,
    lastSeenAt: types.timestamptz,
    expiresAt: types.timestamptz,
    revokedAt: types.timestamptz.orNull,
  },
  text: `
    SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
    FROM sessions WHERE fanclub_id = $fanclub AND customer_id = $customer ORDER BY id DESC LIMIT 50`,
});

/** The latest actions of staff for a member. */
export const MEMBER_AUDITS = statement('members.audits', {
  params: MEMBER,
  row: {
    at: types.timestamptz,
    action: types.text,
    /** Null: an operator, or a person who was deleted. */
    staffName: types.text.orNull,
    after: types.jsonb<Readonly<Record<string, unknown>>>().orNull,
  },
  text: `
    SELECT a.at, a.action, p.name AS "staffName", a.after
    FROM staff_audits a LEFT JOIN staff p ON p.id = a.staff_id
    WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer AND a.action NOT IN ('member.seen', 'member.mail_read')
    ORDER BY a.id DESC LIMIT 100`,
});

/** Everything that the page of a member shows. */
export interface MemberFacts {
  readonly row: MemberRow;
  readonly subscriptions: readonly RowOf<typeof MEMBER_SUBSCRIPTIONS>[];
  readonly queued: readonly RowOf<typeof MEMBER_QUEUED>[];
  readonly orders: readonly RowOf<typeof MEMBER_ORDERS>[];
  readonly shipping: RowOf<typeof MEMBER_SHIPPING>;
  readonly entries: readonly RowOf<typeof MEMBER_ENTRIES>[];
  readonly sessions: readonly RowOf<typeof MEMBER_SESSIONS>[];
  readonly audits: readonly RowOf<typeof MEMBER_AUDITS>[];
  readonly notes: readonly NoteOfMember[];
  readonly mails: readonly SentMailRow[];
  readonly issues: readonly IssueOfMember[];
}
