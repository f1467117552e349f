import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { statement, types } from '#platform/database';
import type { WaitingState } from './waiting-entry.entity';

const PLAN = { fanclub: types.bigint, plan: types.bigint };

/** Adds a customer at the end of the list. Writes no row if the customer is in it. */
export const JOIN_LIST = statement('waiting_list.join', {
  params: { ...PLAN, customer: types.bigint, now: types.timestamptz },
  text: `
    INSERT INTO waiting_entries (fanclub_id, plan_id, customer_id, created_at, updated_at)
    VALUES ($fanclub, $plan, $customer, $now, $now)
    ON CONFLICT (fanclub_id, plan_id, customer_id) DO NOTHING`,
});

const PLACE = {
  id: types.bigint,
  planId: types.bigint,
  state: types.textOf<WaitingState>(),
  offeredUntil: types.timestamptz.orNull,
  /** How many wait before, including this one. */
  position: types.integer,
};
const PLACE_COLUMNS = `
  w.id, w.plan_id AS "planId", w.state, w.offered_until AS "offeredUntil",
  (SELECT count(*)::integer FROM waiting_entries x
   WHERE x.fanclub_id = w.fanclub_id AND x.plan_id = w.plan_id AND x.state = 'waiting'
     AND (x.created_at, x.id) <= (w.created_at, w.id)) AS position`;

/** The place of a customer in the list of a plan. */
export const PLACE_OF_CUSTOMER = statement('waiting_list.place_of_customer', {
  params: { ...PLAN, customer: types.bigint },
  row: PLACE,
  text: `
    SELECT ${PLACE_COLUMNS} FROM waiting_entries w
    WHERE w.fanclub_id = $fanclub AND w.plan_id = $plan AND w.customer_id = $customer`,
});

/** A place by its id, of which a link mailed to its customer is the proof. */
export const FIND_PLACE = statement('waiting_list.find_place', {
  params: { fanclub: types.bigint, place: types.bigint },
  row: {
    ...PLACE,
    /** The address of the customer who has it now. */
    email: types.text.orNull,
  },
  text: `
    SELECT ${PLACE_COLUMNS}, c.email FROM waiting_entries w
    JOIN customers c ON c.fanclub_id = w.fanclub_id AND c.id = w.customer_id
    WHERE w.fanclub_id = $fanclub AND w.id = $place`,
});

/** Deletes a place. Writes no row while an open order has it. */
export const LEAVE_LIST = statement('waiting_list.leave', {
  params: { fanclub: types.bigint, place: types.bigint },
  text: `
    DELETE FROM waiting_entries WHERE fanclub_id = $fanclub AND id = $place AND state <> 'ordered'`,
});

/** The plans of all fan clubs with an offer that has ended, or with people who wait although something is free. */
export const PLANS_TO_SERVE = statement('waiting_list.plans_to_serve', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { fanclubId: types.bigint, planId: types.bigint },
  text: `
    SELECT DISTINCT w.fanclub_id AS "fanclubId", w.plan_id AS "planId"
    FROM waiting_entries w LEFT JOIN plan_stock s ON s.fanclub_id = w.fanclub_id AND s.plan_id = w.plan_id
    WHERE ${notHeldSql('w.fanclub_id')}
      AND (w.state = 'offered' AND w.offered_until <= $now
           OR w.state = 'waiting' AND (s.id IS NULL OR s.held + s.sold < s.capacity))
    ORDER BY 1, 2 LIMIT $limit`,
});

/** Deletes the places of a plan whose offer has ended. Call it under the lock on the stock. */
export const END_OFFERS = statement('waiting_list.end_offers', {
  params: { ...PLAN, now: types.timestamptz },
  text: `
    DELETE FROM waiting_entries
    WHERE fanclub_id = $fanclub AND plan_id = $plan AND state = 'offered' AND offered_until <= $now`,
});

/** Offers an item to the first people in the list. Call it under the lock on the stock, with at most as many as are free. */
export const OFFER_NEXT = statement('waiting_list.offer_next', {
  params: { ...PLAN, count: types.bigint, until: types.timestamptz, now: types.timestamptz },
  row: { id: types.bigint, email: types.text.orNull, firstName: types.text.orNull },
  text: `
    WITH first AS (
      SELECT fanclub_id, id, customer_id FROM waiting_entries
      WHERE fanclub_id = $fanclub AND plan_id = $plan AND state = 'waiting'
      ORDER BY created_at, id LIMIT $count
    )
    UPDATE waiting_entries w SET state = 'offered', offered_until = $until, updated_at = $now
    FROM first JOIN customers c ON c.fanclub_id = first.fanclub_id AND c.id = first.customer_id
    WHERE w.fanclub_id = first.fanclub_id AND w.id = first.id
    RETURNING w.id, c.email, c.first_name AS "firstName"`,
});
