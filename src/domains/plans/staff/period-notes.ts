import { humanDate } from '#libs/format';
import { statement, types } from '#platform/database';
import type { ItemNotes } from '#platform/staff';
import { LEAST_RENEWAL_DAYS, renewalDaysSql } from '#platform/tenants';

/**
 * The sales periods of a fan club whose memberships end, with the extension if there is one, before a renewal has had its notice and all
 * tries. It can be renewed when the period is over and the next one has begun; without a next one, when the period is over. Only the
 * last two periods: the members of an earlier one had two seasons in which they could be renewed.
 */
export const SHORT_EXTENSIONS = statement('plans.short_extensions', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    /** When its memberships can be renewed. */
    renewableAt: types.timestamptz,
    /** Days that notice and tries need. */
    days: types.integer,
    timeZone: types.text,
  },
  text: `
    SELECT sp.id, due.at AS "renewableAt", ${renewalDaysSql('f')} AS days, f.time_zone AS "timeZone"
    FROM sales_periods sp
    JOIN fanclubs f ON f.id = sp.fanclub_id
    CROSS JOIN LATERAL (
      SELECT greatest(sp.ends_at, min(n.starts_at)) AS at, count(*) AS later FROM sales_periods n
      WHERE n.fanclub_id = sp.fanclub_id AND n.starts_at > sp.starts_at) due
    WHERE sp.fanclub_id = $fanclub AND due.later < 2
      AND coalesce(sp.extended_until, sp.ends_at) < due.at + make_interval(days => ${renewalDaysSql('f')})
    ORDER BY sp.id`,
});

/** What staff read at a sales period. */
export const periodNotes: ItemNotes = async ({ statements, fanclubId: fanclub }) => {
  const found = await statements.rows(SHORT_EXTENSIONS, { fanclub });
  return (period) =>
    found
      .filter(({ id }) => id === period)
      .map(
        ({ renewableAt, days, timeZone }) =>
          `Memberships of this period end too early for the notice and all tries of a renewal, which take ${days} days from ${humanDate(renewableAt, timeZone)}. Both are shortened; with less than ${LEAST_RENEWAL_DAYS} days, members renew by hand.`,
      );
};
