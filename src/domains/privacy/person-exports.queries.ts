import { statement, types } from '#platform/database';
import { deletionOf } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** The name of the job that makes an export. Renaming it would leave queued ones unmade. */
export const MAKE_EXPORT = 'person_exports.make';

/** Who asked for an export of whom. `staff` is null for the member. */
const ASKED = { fanclub: types.bigint, customer: types.bigint, staff: types.bigint.orNull };
const OF_ASKER =
  'fanclub_id = $fanclub AND customer_id = $customer AND staff_id IS NOT DISTINCT FROM $staff::bigint';

/** Deletes the earlier exports of the same person by the same one. */
export const DELETE_EARLIER = statement('person_exports.delete_earlier', {
  params: ASKED,
  text: `DELETE FROM person_exports WHERE ${OF_ASKER}`,
});

/** Adds an export, and queues the job that makes it. If the same one asks twice at the same time, both get the same export. */
export const ADD_EXPORT = statement('person_exports.add', {
  params: { ...ASKED, now: types.timestamptz },
  row: { id: types.bigint },
  text: `
    WITH export AS (
      INSERT INTO person_exports (fanclub_id, customer_id, staff_id, created_at, updated_at)
      VALUES ($fanclub, $customer, $staff, $now, $now)
      ON CONFLICT (fanclub_id, customer_id, staff_id) DO UPDATE SET updated_at = $now
      RETURNING fanclub_id, id
    )
    SELECT export.id FROM export CROSS JOIN LATERAL graphile_worker.add_job('${MAKE_EXPORT}', json_build_object(
      'fanclubId', export.fanclub_id, 'exportId', export.id)) job`,
});

/** The export that somebody asked for last. */
export const LAST_EXPORT = statement('person_exports.last', {
  params: { ...ASKED, now: types.timestamptz },
  row: {
    id: types.bigint,
    createdAt: types.timestamptz,
    expiresAt: types.timestamptz.orNull,
    jsonTakenAt: types.timestamptz.orNull,
    htmlTakenAt: types.timestamptz.orNull,
  },
  text: `
    SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", json_taken_at AS "jsonTakenAt",
           html_taken_at AS "htmlTakenAt"
    FROM person_exports WHERE ${OF_ASKER} AND (expires_at IS NULL OR expires_at > $now) ORDER BY id DESC LIMIT 1`,
});

/** The person of an export that is to be made, with their addresses. The new one is not confirmed, so it may be somebody else's. */
export const FIND_TO_MAKE = statement('person_exports.find_to_make', {
  params: { fanclub: types.bigint, export: types.bigint },
  row: {
    customerId: types.bigint,
    fanclubName: types.text,
    addresses: types.array(types.text),
    newEmail: types.text.orNull,
  },
  text: `
    SELECT x.customer_id AS "customerId", f.name AS "fanclubName",
      array_remove(ARRAY[c.email] || ARRAY(
        SELECT a.email FROM email_aliases a WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id), NULL) AS addresses,
      c.new_email AS "newEmail"
    FROM person_exports x
    JOIN fanclubs f ON f.id = x.fanclub_id
    JOIN customers c ON c.fanclub_id = x.fanclub_id AND c.id = x.customer_id
    WHERE x.fanclub_id = $fanclub AND x.id = $export AND x.content_sealed IS NULL AND c.erased_at IS NULL`,
});

export const STORE_EXPORT = statement('person_exports.store', {
  params: {
    fanclub: types.bigint,
    export: types.bigint,
    contentSealed: types.text,
    expiresAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    UPDATE person_exports SET content_sealed = $contentSealed, expires_at = $expiresAt, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $export AND content_sealed IS NULL`,
});

const TAKEN = { contentSealed: types.text.neverNullHere };

/** Takes the JSON of the last export of the one who asked, once. */
export const TAKE_JSON = statement('person_exports.take_json', {
  params: { ...ASKED, now: types.timestamptz },
  row: TAKEN,
  text: `
    UPDATE person_exports SET json_taken_at = $now, updated_at = $now
    WHERE ${OF_ASKER} AND expires_at > $now AND json_taken_at IS NULL
    RETURNING content_sealed AS "contentSealed"`,
});

/** As {@link TAKE_JSON}, for the page. */
export const TAKE_HTML = statement('person_exports.take_html', {
  params: { ...ASKED, now: types.timestamptz },
  row: TAKEN,
  text: `
    UPDATE person_exports SET html_taken_at = $now, updated_at = $now
    WHERE ${OF_ASKER} AND expires_at > $now AND html_taken_at IS NULL
    RETURNING content_sealed AS "contentSealed"`,
});

/** Deletes exports that nobody can download any more, and those that were never made. */
export const PURGE_EXPORTS = statement('person_exports.purge', {
  params: { now: types.timestamptz, limit: types.bigint },
  text: deletionOf(
    'person_exports',
    `(expires_at < $now OR num_nulls(json_taken_at, html_taken_at) = 0 OR created_at < $now::timestamptz - interval '3 days')
     AND ${notHeldSql('fanclub_id')}`,
    'created_at',
  ),
});
