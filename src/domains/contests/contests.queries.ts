import {
  LIVE_SESSION,
  membershipSql,
  SESSION_COLUMNS,
  sessionParams,
  sessionRow,
  withVisit,
} from '#platform/access';
import { type RowOf, statement, types, type Statements } from '#platform/database';

/** All published contests of a fan club by start. */
export const PUBLISHED_CONTESTS = statement('contests.published', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    name: types.text,
    /** Years. */
    minimumAge: types.integer,
    startsAt: types.timestamptz,
    endsAt: types.timestamptz,
    /** IANA zone in which the contest is announced. */
    timeZone: types.text,
    /** HTML, like `rules`. */
    details: types.text,
    rules: types.text,
    /** Null: no event, or an unpublished one. */
    event: types.json<{ readonly id: number; readonly title: string }>().orNull,
    /** Plans whose subscribers may enter; empty: every customer may. */
    planIds: types.array(types.bigint),
  },
  text: `
    SELECT c.id, c.name, c.minimum_age AS "minimumAge", c.starts_at AS "startsAt", c.ends_at AS "endsAt",
           c.time_zone AS "timeZone", c.details, c.rules,
           CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'title', e.title) END AS event,
           coalesce(p.plan_ids, '{}') AS "planIds"
    FROM contests c
    LEFT JOIN events e ON e.fanclub_id = c.fanclub_id AND e.id = c.event_id AND e.published
    LEFT JOIN (
      SELECT contest_id, array_agg(plan_id) AS plan_ids
      FROM contest_plans WHERE fanclub_id = $fanclub GROUP BY contest_id
    ) p ON p.contest_id = c.id
    WHERE c.fanclub_id = $fanclub AND c.published
    ORDER BY c.starts_at, c.id`,
});

/** A published contest. Nothing in it depends on the viewer or the time. */
export type PublishedContest = RowOf<typeof PUBLISHED_CONTESTS>;

/** All entries of a customer, at most one per contest. Confirming or forfeiting implies being selected (contract 6.7). */
export const ENTRIES_OF_CUSTOMER = statement('contests.entries_of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    contestId: types.bigint,
    /** Drawn as a winner. Stays true if the customer then confirms or forfeits. */
    selected: types.boolean,
    confirmed: types.boolean,
    forfeited: types.boolean,
  },
  text: `
    SELECT contest_id AS "contestId", selected OR confirmed OR forfeited AS selected, confirmed, forfeited
    FROM contest_entries
    WHERE fanclub_id = $fanclub AND customer_id = $customer`,
});

export const ENTRIES_WITH_VISIT = statement('contests.entries_with_visit', withVisit(ENTRIES_OF_CUSTOMER));

/** A customer's entry in a contest. */
export type Entry = RowOf<typeof ENTRIES_OF_CUSTOMER>;

/** Why a customer may not enter, in the order of the checks (contract 6.8). */
export type EntryRefusal = 'already_entered' | 'not_started' | 'ended' | 'too_young' | 'not_eligible';

/**
 * Enters the customer of a session in a contest with their present name and birthdate, or returns why not. No row: no live session.
 * The unique key decides between simultaneous entries, and the others get `already_entered`. A customer born on February 29
 * turns a year older on March 1. A customer without birthdate counts as age 0. The lock on the contest waits for staff who close it,
 * and then reads that it is closed; without it, the foreign key alone would wait, and the entry would be late.
 */
export const ENTER_CONTEST = statement('contests.enter', {
  params: {
    ...sessionParams,
    /** Null: the request names none. */
    contest: types.bigint.orNull,
    /** Today in the fan club's time zone. */
    today: types.date,
  },
  row: {
    ...sessionRow,
    /** Null: no such published contest. Its minimum age is in years. */
    name: types.text.orNull,
    minimumAge: types.integer.orNull,
    /** Null: the customer has been entered. Without a log-in or a contest it means nothing. */
    refusal: types.textOf<EntryRefusal>().orNull,
  },
  text: `
    WITH contest AS MATERIALIZED (
      SELECT id, name, minimum_age, starts_at, ends_at, entries_closed_at FROM contests
      WHERE fanclub_id = $fanclub AND id = $contest AND published FOR KEY SHARE
    ), asked AS (
      SELECT ${SESSION_COLUMNS}, contest.id AS contest_id, contest.name, contest.minimum_age AS "minimumAge",
             c.first_name, c.last_name, c.birthdate,
             CASE
               WHEN EXISTS (SELECT FROM contest_entries e
                            WHERE e.fanclub_id = $fanclub AND e.contest_id = contest.id AND e.customer_id = c.id)
                 THEN 'already_entered'
               WHEN contest.starts_at > $now THEN 'not_started'
               WHEN contest.ends_at < $now OR contest.entries_closed_at IS NOT NULL THEN 'ended'
               WHEN coalesce(c.birthdate, $today::date) > $today::date - make_interval(years => contest.minimum_age)
                 THEN 'too_young'
               WHEN p.plan_ids <> '{}' AND ((${membershipSql('s.plan_id', '$now')}
               ) = ANY (p.plan_ids)) IS NOT TRUE THEN 'not_eligible'
             END AS refusal
      FROM ${LIVE_SESSION}
      LEFT JOIN contest ON true
      CROSS JOIN LATERAL (
        SELECT ARRAY(SELECT plan_id FROM contest_plans WHERE fanclub_id = $fanclub AND contest_id = contest.id) AS plan_ids
      ) p
      -- Reads the customer again after waiting for an erasure, whose customers are not logged in.
      FOR KEY SHARE OF c
    ), entered AS (
      INSERT INTO contest_entries (fanclub_id, contest_id, customer_id, entered_at, first_name, last_name, birthdate)
      SELECT $fanclub, contest_id, "customerId", $now, first_name, last_name, birthdate
      FROM asked WHERE "isLoggedIn" AND contest_id IS NOT NULL AND refusal IS NULL
      ON CONFLICT (contest_id, customer_id) DO NOTHING
      RETURNING contest_id
    )
    SELECT "sessionId", "lastSeenAt", "customerId", "isLoggedIn", name, "minimumAge",
           CASE WHEN EXISTS (SELECT FROM entered) THEN NULL ELSE coalesce(refusal, 'already_entered') END AS refusal
    FROM asked`,
});

/** Deletes what staff wrote about the winning entries of customers. The places stay: they are in the published ranking. */
export const CLEAR_WINNERS_OF_CUSTOMERS = statement('contests.clear_winners_of_customers', {
  params: { fanclub: types.bigint, customers: types.array(types.bigint) },
  text: `
    UPDATE contest_winners w SET reason = NULL FROM contest_entries e
    WHERE w.fanclub_id = $fanclub AND e.fanclub_id = w.fanclub_id AND e.id = w.entry_number AND w.reason IS NOT NULL
      AND e.customer_id = ANY ($customers)`,
});

export const DELETE_ENTRIES_OF_CUSTOMERS = statement('contests.delete_entries_of_customers', {
  params: { fanclub: types.bigint, customers: types.array(types.bigint) },
  text: 'DELETE FROM contest_entries WHERE fanclub_id = $fanclub AND customer_id = ANY ($customers)',
});

/** Deletes all entries of customers who are deleted. */
export async function deleteEntriesOf(
  tx: Statements,
  fanclub: number,
  customers: readonly number[],
): Promise<void> {
  await tx.run(CLEAR_WINNERS_OF_CUSTOMERS, { fanclub, customers });
  await tx.run(DELETE_ENTRIES_OF_CUSTOMERS, { fanclub, customers });
}
