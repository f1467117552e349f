import { MAY_LOG_IN } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { currentMemberships } from '#domains/subscriptions';
import type { Failure, GroupFault } from './forum-failure';
import type { PlaceState } from './forum.entity';

/** The forums of all fan clubs that may be asked now, the one that ran longest ago first. */
export const DUE_FORUMS = statement('forums.due', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT id, fanclub_id AS "fanclubId"
    FROM forums
    WHERE off_at IS NULL AND (next_at IS NULL OR next_at <= $now) AND ${notHeldSql('fanclub_id')}
    ORDER BY ran_at NULLS FIRST, id LIMIT $limit`,
});

const FORUM = { fanclub: types.bigint, forum: types.bigint };

/** A forum whose turn has come, as staff have set it by now. No row: it is off, or was deleted. */
export const FORUM_TO_RUN = statement('forums.to_run', {
  params: FORUM,
  row: {
    id: types.bigint,
    fanclubId: types.bigint,
    url: types.text,
    username: types.text,
    apiKeySealed: types.text,
    applicationId: types.bigint.orNull,
    failures: types.integer,
    revision: types.integer,
  },
  text: `
    SELECT id, fanclub_id AS "fanclubId", url, username, api_key_sealed AS "apiKeySealed",
           application_id AS "applicationId", failures, revision
    FROM forums
    WHERE fanclub_id = $fanclub AND id = $forum AND off_at IS NULL AND ${notHeldSql('fanclub_id')}`,
});
export type RunForum = RowOf<typeof FORUM_TO_RUN>;

/** A row if staff have not changed the forum since that revision. */
export const IS_CURRENT = statement('forums.is_current', {
  params: { ...FORUM, revision: types.integer },
  row: { id: types.bigint },
  text: 'SELECT id FROM forums WHERE fanclub_id = $fanclub AND id = $forum AND revision = $revision',
});

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
    revision: types.integer,
    name: types.text,
    group: types.bigint.orNull,
    fault: types.textOf<GroupFault>().orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE forum_groups
    SET group_number = $group, fault = $fault, compare_began = NULL, compare_offset = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND name = $name
      AND EXISTS (SELECT FROM forums f WHERE f.fanclub_id = $fanclub AND f.id = $forum AND f.revision = $revision)`,
});

/** Stores whether the class of a line has a plan. */
export const STORE_CLASS_FAULT = statement('forums.store_class_fault', {
  params: { ...FORUM, line: types.bigint, fault: types.textOf<GroupFault>().orNull },
  text: `
    UPDATE forum_groups SET fault = $fault
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND id = $line AND (fault IS NULL OR fault = 'unknown_class')`,
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
    /** Of each pair, whether those who are in the group stay and nobody is added. */
    kept: types.array(types.boolean),
    /** Groups that are left out. */
    skipped: types.array(types.bigint),
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
      SELECT m.customer_id, p.group_number, max(o.last_used_at) AS used_at, bool_and(p.kept) AS kept
      FROM (${currentMemberships({ fanclub: '$fanclub', now: '$now' })}) m
      JOIN unnest($plans::bigint[], $groups::bigint[], $kept::boolean[]) AS p (plan_id, group_number, kept) ON p.plan_id = m.plan_id
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
    WHERE NOT coalesce(e.group_number, r.group_number) = ANY ($skipped::bigint[]) AND NOT coalesce(e.kept, false) AND (
      e.customer_id IS NULL AND (r.state IN ('unknown', 'by_hand') OR r.next_try_at <= $now) OR r.id IS NULL
      OR r.state IN ('unknown', 'adding') AND (r.next_try_at <= $now OR e.used_at > r.updated_at))
    ORDER BY e.customer_id IS NOT NULL, coalesce(e.used_at > r.updated_at, false) DESC, r.id IS NOT NULL, r.next_try_at, 1, 2
    LIMIT $limit`,
});
export type Change = RowOf<typeof CHANGES>;

/** Stores a member's place, unless staff have changed the forum. A row if it was stored. */
export const STORE_PLACE = statement('forums.store_place', {
  params: {
    ...FORUM,
    revision: types.integer,
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
    FROM forums f WHERE f.fanclub_id = $fanclub AND f.id = $forum AND f.revision = $revision
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

/** Stores that accounts were certainly not put into a group. */
export const STORE_NOT_ADDED = statement('forums.store_not_added', {
  params: {
    ...FORUM,
    places: types.array(types.bigint),
    nextTryAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    UPDATE forum_members
    SET state = 'unknown', user_number = NULL, next_try_at = $nextTryAt, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND id = ANY ($places) AND state = 'adding'`,
});

/** Has a member tried again later whom the forum does not let go. */
export const PUT_OFF = statement('forums.put_off', {
  params: { ...FORUM, place: types.bigint, nextTryAt: types.timestamptz },
  text: `
    UPDATE forum_members SET tries = tries + 1, next_try_at = $nextTryAt
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND id = $place`,
});

/** A row if the forum does not let somebody go, who is tried again later. */
export const HAS_REFUSED = statement('forums.has_refused', {
  params: { ...FORUM, now: types.timestamptz },
  row: { id: types.bigint },
  text: `
    SELECT id FROM forum_members
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND state IN ('adding', 'added') AND tries > 0 AND next_try_at > $now
    LIMIT 1`,
});

export const DELETE_PLACES = statement('forums.delete_places', {
  params: { ...FORUM, places: types.array(types.bigint) },
  text: 'DELETE FROM forum_members WHERE fanclub_id = $fanclub AND forum_id = $forum AND id = ANY ($places)',
});

/** Stores the outcome of a run, unless staff have changed the forum. `failure` null: none. `checked`: the run did all that it could. */
export const STORE_RUN = statement('forums.store_run', {
  params: {
    ...FORUM,
    revision: types.integer,
    checked: types.boolean,
    added: types.integer,
    removed: types.integer,
    failure: types.textOf<Failure>().orNull,
    nextAt: types.timestamptz.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE forums
    SET ran_at = $now, checked_at = CASE WHEN $checked THEN $now ELSE checked_at END,
        changed_at = CASE WHEN $added::integer + $removed::integer > 0 THEN $now ELSE changed_at END,
        added = CASE WHEN $added::integer + $removed::integer > 0 THEN $added::integer ELSE added END,
        removed = CASE WHEN $added::integer + $removed::integer > 0 THEN $removed::integer ELSE removed END,
        failure = $failure::text, failing_since = CASE WHEN $failure::text IS NOT NULL THEN coalesce(failing_since, $now) END,
        failures = CASE WHEN $failure::text IS NULL THEN 0 ELSE failures + 1 END, next_at = $nextAt, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $forum AND revision = $revision`,
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
        fault = coalesce($fault, CASE WHEN fault = 'unknown_class' THEN fault END), updated_at = $now
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

/** After another application: whom the service has added is looked up again, or leaves. Of all others nothing is known. */
export const DOUBT_PLACES = statement('forums.doubt_places', {
  params: { ...FORUM, now: types.timestamptz },
  text: `
    WITH others AS (
      DELETE FROM forum_members
      WHERE fanclub_id = $fanclub AND forum_id = $forum AND state NOT IN ('adding', 'added')
    )
    UPDATE forum_members SET state = 'adding', tries = 0, next_try_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND forum_id = $forum AND state IN ('adding', 'added')`,
});
