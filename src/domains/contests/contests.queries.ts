import type { Statement } from '#platform/database';

/** What {@link PUBLISHED_CONTESTS} tells about a contest. */
export interface ContestRow {
  id: number;
  name: string;
  minimum_age: number;
  starts_at: Date;
  ends_at: Date;
  time_zone: string;
  details: string;
  rules: string;
  /** The contest's event if that is published, with its title; else both null. */
  event_id: number | null;
  event_title: string | null;
  plan_ids: number[];
}

/** All published contests of a fan club by start. $1 fan club. An event that is not published stays unmentioned. */
export const PUBLISHED_CONTESTS: Statement = {
  name: 'contests.published',
  text: `
    SELECT c.id, c.name, c.minimum_age, c.starts_at, c.ends_at, c.time_zone, c.details, c.rules,
           e.id AS event_id, e.title AS event_title, coalesce(p.plan_ids, '{}') AS plan_ids
    FROM contests c
    LEFT JOIN events e ON e.fanclub_id = c.fanclub_id AND e.id = c.event_id AND e.published
    LEFT JOIN (
      SELECT contest_id, array_agg(plan_id) AS plan_ids
      FROM contest_plans WHERE fanclub_id = $1 GROUP BY contest_id
    ) p ON p.contest_id = c.id
    WHERE c.fanclub_id = $1 AND c.published
    ORDER BY c.starts_at, c.id`,
};

/** A customer's entry in a contest. */
export interface EntryRow {
  contest_id: number;
  selected: boolean;
  confirmed: boolean;
  forfeited: boolean;
}

/** All entries of a customer, one for a contest at most. $1 fan club, $2 customer. */
export const ENTRIES_OF_CUSTOMER: Statement = {
  name: 'contests.entries_of_customer',
  text: `
    SELECT contest_id, selected, confirmed, forfeited
    FROM contest_entries
    WHERE fanclub_id = $1 AND customer_id = $2`,
};

/** What {@link ENTER_CONTEST} made of a wish to enter. */
export interface EnterRow {
  name: string;
  minimum_age: number;
  /** Null: the customer has been entered. */
  refusal: EntryRefusal | null;
}

/** Why a customer may not enter, in the order in which it is looked at (decisions 6.8). */
export type EntryRefusal = 'already_entered' | 'not_started' | 'ended' | 'too_young' | 'not_eligible';

/**
 * Enters a customer in a contest, with the name and the birthdate that the customer has at this moment, or says why not. The
 * judgement and the entry are one statement, so nothing can come between them; of simultaneous tries the unique key lets one
 * through, and the others learn that it was first. Who was born on February 29 is a year older on March 1; no birthdate
 * counts as age 0.
 * $1 fan club, $2 contest, $3 customer, $4 now, $5 today by the fan club's calendar, $6 plan of the active subscription or
 * null. No row where the fan club has no such published contest.
 */
export const ENTER_CONTEST: Statement = {
  name: 'contests.enter',
  text: `
    WITH asked AS (
      SELECT c.id AS contest_id, c.name, c.minimum_age, u.id AS customer_id, u.first_name, u.last_name, u.birthdate,
             CASE
               WHEN EXISTS (SELECT FROM contest_entries e
                            WHERE e.fanclub_id = $1 AND e.contest_id = c.id AND e.customer_id = u.id)
                 THEN 'already_entered'
               WHEN c.starts_at > $4 THEN 'not_started'
               WHEN c.ends_at < $4 THEN 'ended'
               WHEN coalesce(u.birthdate, $5::date) > $5::date - make_interval(years => c.minimum_age) THEN 'too_young'
               WHEN p.plan_ids <> '{}' AND ($6::bigint = ANY (p.plan_ids)) IS NOT TRUE THEN 'not_eligible'
             END AS refusal
      FROM contests c
      JOIN customers u ON u.fanclub_id = c.fanclub_id AND u.id = $3
      CROSS JOIN LATERAL (
        SELECT ARRAY(SELECT plan_id FROM contest_plans WHERE fanclub_id = $1 AND contest_id = c.id) AS plan_ids
      ) p
      WHERE c.fanclub_id = $1 AND c.id = $2 AND c.published
    ), entered AS (
      INSERT INTO contest_entries (fanclub_id, contest_id, customer_id, entered_at, first_name, last_name, birthdate)
      SELECT $1, contest_id, customer_id, $4, first_name, last_name, birthdate FROM asked WHERE refusal IS NULL
      ON CONFLICT (contest_id, customer_id) DO NOTHING
      RETURNING contest_id
    )
    SELECT name, minimum_age,
           CASE WHEN EXISTS (SELECT FROM entered) THEN NULL ELSE coalesce(refusal, 'already_entered') END AS refusal
    FROM asked`,
};
