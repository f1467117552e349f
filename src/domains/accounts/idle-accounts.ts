// What the retention of a fan club asks of accounts.

/** Whether the customer `c` did nothing since an instant, in SQL: no change, no log-in, no use of a session, no link of a mail that still works. */
const isIdle = (instant: string, now: string): string => `
  c.erased_at IS NULL AND c.registered AND NOT c.blacklisted AND greatest(c.created_at, c.updated_at, c.last_login_at) < ${instant}
  AND NOT EXISTS (
    SELECT FROM sessions i
    WHERE i.fanclub_id = c.fanclub_id AND i.customer_id = c.id AND greatest(i.created_at, i.last_seen_at) >= ${instant})
  AND NOT EXISTS (
    SELECT FROM one_time_tokens i
    WHERE i.fanclub_id = c.fanclub_id AND i.customer_id = c.id AND i.expires_at > ${now})`;

/** Whether the customer `c` never confirmed the address, and did nothing since an instant, in SQL. */
export const unconfirmedSinceSql = (instant: string, now: string): string =>
  `(c.confirmed_at IS NULL AND ${isIdle(instant, now)})`;

/** Whether the customer `c` confirmed the address once, and did nothing since an instant, in SQL. */
export const idleSinceSql = (instant: string, now: string): string =>
  `(c.confirmed_at IS NOT NULL AND ${isIdle(instant, now)})`;
