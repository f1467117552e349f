import type { Statement } from '../database/sql';

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
