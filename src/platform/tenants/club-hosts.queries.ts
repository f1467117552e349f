import { statement, types } from '#platform/database';

/** The hosts of all fan clubs, in each of them the main one first. */
export const ALL_HOSTS = statement('tenants.all_hosts', {
  row: { fanclubId: types.bigint, host: types.text, isVerified: types.boolean },
  text: `
    SELECT h.fanclub_id AS "fanclubId", h.host, h.verified_at IS NOT NULL AS "isVerified"
    FROM fan_club_hosts h ORDER BY h.main DESC, h.id`,
});
