import { statement, types } from '#platform/database';

const REQUEST = { staff: types.bigint, key: types.text };

/** Deletes a request with this key if it is too old to be repeated. */
export const FORGET_REQUEST = statement('staff_requests.forget', {
  params: { ...REQUEST, before: types.timestamptz },
  text: `DELETE FROM staff_requests WHERE staff_id = $staff AND key = $key AND created_at < $before`,
});

/** Takes a key. Writes no row if it was used; waits for a transaction that has taken it and not ended. */
export const CLAIM_REQUEST = statement('staff_requests.claim', {
  params: { ...REQUEST, digest: types.bytea, now: types.timestamptz },
  text: `
    INSERT INTO staff_requests (staff_id, key, request_digest, status, answer, created_at)
    VALUES ($staff, $key, $digest, 200, '', $now)
    ON CONFLICT (staff_id, key) DO NOTHING`,
});

export const FIND_REQUEST = statement('staff_requests.find', {
  params: REQUEST,
  row: { requestDigest: types.bytea, answer: types.text },
  text: `SELECT request_digest AS "requestDigest", answer FROM staff_requests WHERE staff_id = $staff AND key = $key`,
});

export const STORE_ANSWER = statement('staff_requests.store_answer', {
  params: { ...REQUEST, answer: types.text },
  text: `UPDATE staff_requests SET answer = $answer WHERE staff_id = $staff AND key = $key`,
});

/** Writes no row if the person has seen the member in this hour. */
export const ADD_READ = statement('staff_reads.add', {
  params: {
    fanclub: types.bigint,
    staff: types.bigint,
    customer: types.bigint,
    /** The beginning of the hour. */
    hour: types.timestamptz,
  },
  text: `
    INSERT INTO staff_reads (fanclub_id, staff_id, customer_id, hour) VALUES ($fanclub, $staff, $customer, $hour)
    ON CONFLICT DO NOTHING`,
});
