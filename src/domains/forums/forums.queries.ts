import { MAY_LOG_IN } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { currentMemberships } from '#domains/subscriptions';
import type { Failure, GroupFault } from './forum-failure';
import type { PlaceState } from './forum.entity';

/** The forums of all fan clubs that may be asked now, the one that ran longest ago first. */
export const DUE_FORUMS = statement('forums.due', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: {
    id: types.bigint,
    fanclubId: types.bigint,
    url: types.text,
    username: types.text,
    apiKeySealed: types.text,
    applicationId: types.bigint.orNull,
    failures: types.integer,
  },
  text: `
    SELECT id, fanclub_id AS "fanclubId", url, username, api_key_sealed AS "apiKeySealed",
           application_id AS "applicationId", failures
    FROM forums
    WHERE off_at IS NULL AND (next_at IS NULL OR next_at <= $now) AND ${notHeldSql('fanclub_id')}
    ORDER BY ran_at NULLS FIRST, id LIMIT $limit`,
});
export type DueForum = RowOf<typeof DUE_FORUMS>;

const FORUM = { fanclub: types.bigint, forum: types.bigint };

/** The groups of a forum that staff have named. */
export const GROUPS = statement('forums.groups', {
  params: FORUM,
  row: {
    id: types.bigint,
    name: types.text,
    planClass: types.text.orNull,
    groupNumber: types.bigint.orNull,
    fault: types.textOf<GroupFault>().orNull,
    compareBegan: types.timestamptz.orNull,
    compareOffset: types.integer.orNull,
  },
  text: `
    SELECT id, name, plan_class AS "planClass", group_number AS "groupNumber", fault, compare_began AS "compareBegan",
           compare_offset AS "compareOffset"
    FROM forum_groups WHERE fanclub_id = $fanclub AND forum_id = $forum
    ORDER BY updated_at, id`,
});
export type NamedGroup = RowOf<typeof GROUPS>;

/** The plans of a fan club, of which the classes are made. */
export const PLANS = statement('forums.plans', {
  params: { fanclub: types.bigint },
  row: { id: types.bigint, name: types.text },
  text: 'SELECT id, name FROM plans WHERE fanclub_id = $fanclub ORDER BY id',
});

/** Stores what the forum knows of the groups of a name. `group` null: nothing that can be used. */
export const STORE_GROUP = statement('forums.store_group', {
  params: {
    ...FORUM,
    name: types.text,
    group: types.bigint.orNull,
    fault: types.textOf<GroupFault>().orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE forum_groups
    SET group_number = $group, fault = $fault, compare_began = NULL, compare_offset = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND name = $name`,
});

/** The forum has no such group any more. */
export const LOSE_GROUP = statement('forums.lose_group', {
  params: { ...FORUM, group: types.bigint, now: types.timestamptz },
  text: `
    UPDATE forum_groups
    SET group_number = NULL, fault = 'unknown_group', compare_began = NULL, compare_offset = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND group_number = $group`,
});

/**
 * What is to be done at a forum: places of members who are not entitled to them, entitled members without a place, and places whose account
 * must be looked up. With an application, only members who have allowed it to read their account, which is when they log in there.
 * `again`: the member has logged in there since the account was last looked up.
 */
export const CHANGES = statement('forums.changes', {
  params: {
    ...FORUM,
    application: types.bigint.orNull,
    /** Plans, and the groups of their members: pairs. */
    plans: types.array(types.bigint),
    groups: types.array(types.bigint),
    now: types.timestamptz,
    limit: types.bigint,
  },
  row: {
    customerId: types.bigint,
    groupNumber: types.bigint,
    placeId: types.bigint.orNull,
    userNumber: types.bigint.orNull,
    state: types.textOf<PlaceState>().orNull,
    tries: types.integer,
    entitled: types.boolean,
    again: types.boolean,
  },
  text: `
    WITH entitled AS (
      SELECT m.customer_id, p.group_number, max(o.last_used_at) AS used_at
      FROM (${currentMemberships({ fanclub: '$fanclub', now: '$now' })}) m
      JOIN unnest($plans::bigint[], $groups::bigint[]) AS p (plan_id, group_number) ON p.plan_id = m.plan_id
      JOIN customers c ON c.fanclub_id = $fanclub AND c.id = m.customer_id AND ${MAY_LOG_IN} AND NOT c.blacklisted
      LEFT JOIN oidc_consents o
        ON o.fanclub_id = $fanclub AND o.customer_id = m.customer_id AND o.application_id = $application
      WHERE $application::bigint IS NULL OR o.id IS NOT NULL
      GROUP BY m.customer_id, p.group_number
    ), places AS (
      SELECT id, customer_id, group_number, user_number, state, tries, next_try_at, updated_at
      FROM forum_members WHERE fanclub_id = $fanclub AND forum_id = $forum
    )
    SELECT coalesce(e.customer_id, r.customer_id) AS "customerId", coalesce(e.group_number, r.group_number) AS "groupNumber",
           r.id AS "placeId", r.user_number AS "userNumber", r.state, coalesce(r.tries, 0) AS tries,
           e.customer_id IS NOT NULL AS entitled, coalesce(e.used_at > r.updated_at, false) AS again
    FROM entitled e FULL JOIN places r ON r.customer_id = e.customer_id AND r.group_number = e.group_number
    WHERE e.customer_id IS NULL OR r.id IS NULL
      OR r.state IN ('unknown', 'adding') AND (r.next_try_at <= $now OR e.used_at > r.updated_at)
    ORDER BY e.customer_id IS NOT NULL, r.id IS NOT NULL, r.next_try_at, 1, 2
    LIMIT $limit`,
});
export type Change = RowOf<typeof CHANGES>;

/** Stores a member's place, unless staff have changed the address of the forum or switched it off. A row if it was stored. */
export const STORE_PLACE = statement('forums.store_place', {
  params: {
    ...FORUM,
    url: types.text,
    group: types.bigint,
    customer: types.bigint,
    user: types.bigint.orNull,
    state: types.textOf<PlaceState>(),
    tries: types.integer,
    nextTryAt: types.timestamptz,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO forum_members AS r (fanclub_id, forum_id, group_number, customer_id, user_number, state, tries, next_try_at, seen_at,
                                    created_at, updated_at)
    SELECT f.fanclub_id, f.id, $group, $customer, $user, $state, $tries, $nextTryAt, $now, $now, $now
    FROM forums f WHERE f.fanclub_id = $fanclub AND f.id = $forum AND f.url = $url AND f.off_at IS NULL
    ON CONFLICT (fanclub_id, forum_id, group_number, customer_id) DO UPDATE
    SET user_number = excluded.user_number, state = excluded.state, tries = excluded.tries, next_try_at = excluded.next_try_at,
        seen_at = excluded.seen_at, updated_at = excluded.updated_at
    RETURNING r.id`,
});

/** Stores that accounts were put into a group. */
export const STORE_ADDED = statement('forums.store_added', {
  params: { ...FORUM, places: types.array(types.bigint), now: types.timestamptz },
  text: `
    UPDATE forum_members SET state = 'added', tries = 0, seen_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND id = ANY ($places) AND state = 'adding'`,
});

export const DELETE_PLACES = statement('forums.delete_places', {
  params: { ...FORUM, places: types.array(types.bigint) },
  text: 'DELETE FROM forum_members WHERE fanclub_id = $fanclub AND forum_id = $forum AND id = ANY ($places)',
});

/** Stores the outcome of a run. `failure` null: it worked. */
export const STORE_RUN = statement('forums.store_run', {
  params: {
    ...FORUM,
    url: types.text,
    added: types.integer,
    removed: types.integer,
    failure: types.textOf<Failure>().orNull,
    nextAt: types.timestamptz.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE forums
    SET ran_at = $now, checked_at = CASE WHEN $failure::text IS NULL THEN $now ELSE checked_at END,
        changed_at = CASE WHEN $added::integer + $removed::integer > 0 THEN $now ELSE changed_at END,
        added = CASE WHEN $added::integer + $removed::integer > 0 THEN $added::integer ELSE added END,
        removed = CASE WHEN $added::integer + $removed::integer > 0 THEN $removed::integer ELSE removed END,
        failure = $failure::text, failing_since = CASE WHEN $failure::text IS NOT NULL THEN coalesce(failing_since, $now) END,
        failures = CASE WHEN $failure::text IS NULL THEN 0 ELSE failures + 1 END, next_at = $nextAt, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $forum AND url = $url AND off_at IS NULL`,
});

/** Begins to compare the groups of all forums with the forums' lists. */
export const BEGIN_COMPARISON = statement('forums.begin_comparison', {
  params: { now: types.timestamptz },
  text: `
    UPDATE forum_groups g SET compare_began = $now, compare_offset = 0, updated_at = $now
    FROM forums f
    WHERE f.fanclub_id = g.fanclub_id AND f.id = g.forum_id AND f.off_at IS NULL AND g.group_number IS NOT NULL
      AND ${notHeldSql('g.fanclub_id')}`,
});

const GROUP = { ...FORUM, group: types.bigint, now: types.timestamptz };

/** Stores which accounts a page of the forum's list has. */
export const STORE_SEEN = statement('forums.store_seen', {
  params: { ...GROUP, users: types.array(types.bigint) },
  text: `
    UPDATE forum_members SET seen_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND group_number = $group AND user_number = ANY ($users)`,
});

/** Has the accounts looked up that the list does not have. Those that this service has added stay its own. */
export const STORE_MISSED = statement('forums.store_missed', {
  params: { ...GROUP, began: types.timestamptz },
  text: `
    UPDATE forum_members
    SET state = CASE state WHEN 'added' THEN 'adding' ELSE 'unknown' END, user_number = CASE state WHEN 'added' THEN user_number END,
        tries = 0, next_try_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND group_number = $group AND state IN ('added', 'by_hand')
      AND seen_at < $began`,
});

/** Stores how far a comparison has come. `offset` null: to the end. `fault`: what is wrong with the name of the group. */
export const STORE_COMPARED = statement('forums.store_compared', {
  params: { ...GROUP, offset: types.integer.orNull, fault: types.textOf<GroupFault>().orNull },
  text: `
    UPDATE forum_groups
    SET compare_offset = $offset::integer, compare_began = CASE WHEN $offset::integer IS NOT NULL THEN compare_began END,
        fault = $fault, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND group_number = $group AND compare_began IS NOT NULL`,
});

/** How many members have a place in a group of each forum, by state. */
export const COUNT_PLACES = statement('forums.count_places', {
  params: { fanclub: types.bigint },
  row: { forumId: types.bigint, state: types.textOf<PlaceState>(), count: types.integer },
  text: `
    SELECT forum_id AS "forumId", state, count(DISTINCT customer_id)::integer AS count
    FROM forum_members WHERE fanclub_id = $fanclub GROUP BY forum_id, state`,
});

/** Deletes the places at a forum: another one is at its new address. */
export const DELETE_ALL_PLACES = statement('forums.delete_all_places', {
  params: FORUM,
  text: 'DELETE FROM forum_members WHERE fanclub_id = $fanclub AND forum_id = $forum',
});
