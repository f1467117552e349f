import { statement, types } from '#platform/database';
import { deletionOf } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { OPEN_SQL } from '#domains/orders';
import { DISPUTED_CODE_SQL } from '#domains/redeem-codes';
import { MOST_MAILINGS } from './bought-gift.entity';

const ORDER = { fanclub: types.bigint, order: types.bigint };

/** Stores what a buyer says about a gift; for an order that is continued again. */
export const DESCRIBE_GIFT = statement('bought_gifts.describe', {
  params: {
    ...ORDER,
    card: types.text,
    email: types.text.orNull,
    mailOn: types.date.orNull,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO bought_gifts (fanclub_id, order_id, card_sealed, email_sealed, mail_on, created_at, updated_at)
    VALUES ($fanclub, $order, $card, $email, $mailOn, $now, $now)
    ON CONFLICT (fanclub_id, order_id) DO UPDATE
    SET card_sealed = excluded.card_sealed, email_sealed = excluded.email_sealed, mail_on = excluded.mail_on,
        updated_at = excluded.updated_at`,
});

const GIFT = {
  cardSealed: types.text.orNull,
  emailSealed: types.text.orNull,
  mailOn: types.date.orNull,
  mailedAt: types.timestamptz.orNull,
  mailings: types.integer,
};
const GIFT_COLUMNS = `card_sealed AS "cardSealed", email_sealed AS "emailSealed", mail_on AS "mailOn", mailed_at AS "mailedAt", mailings`;

/** What is known of the gift of an order. */
export const FIND_GIFT = statement('bought_gifts.find', {
  params: ORDER,
  row: GIFT,
  text: `SELECT ${GIFT_COLUMNS} FROM bought_gifts WHERE fanclub_id = $fanclub AND order_id = $order`,
});

/** Changes where and when the mail goes. Writes no row if it was sent as often as it can be. Call it under the lock on the code. */
export const CHANGE_MAIL = statement('bought_gifts.change_mail', {
  params: { ...ORDER, email: types.text.orNull, mailOn: types.date.orNull, now: types.timestamptz },
  text: `
    UPDATE bought_gifts SET email_sealed = $email, mail_on = $mailOn, updated_at = $now
    WHERE fanclub_id = $fanclub AND order_id = $order AND (mailings < ${MOST_MAILINGS} OR $mailOn::date IS NULL)`,
});

/** Gifts of all fan clubs whose mail is due, the oldest first: their code can be used, and nobody has it. */
export const DUE_GIFTS = statement('bought_gifts.due', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint, orderId: types.bigint },
  text: `
    SELECT g.id, g.fanclub_id AS "fanclubId", g.order_id AS "orderId"
    FROM bought_gifts g
    JOIN fanclubs f ON f.id = g.fanclub_id
    JOIN redeem_codes c ON c.fanclub_id = g.fanclub_id AND c.bought_order_id = g.order_id
    WHERE g.mail_on <= ($now::timestamptz AT TIME ZONE f.time_zone)::date AND c.voided_at IS NULL AND c.held = 0 AND c.used = 0
      AND NOT ${DISPUTED_CODE_SQL} AND ${notHeldSql('g.fanclub_id')}
    ORDER BY g.mail_on, g.id LIMIT $limit`,
});

/** Takes the mail that is due, so that it is sent once. Call it under the lock on the code. */
export const TAKE_MAIL = statement('bought_gifts.take_mail', {
  params: { ...ORDER, today: types.date, now: types.timestamptz },
  row: { cardSealed: types.text.orNull, emailSealed: types.text.neverNullHere },
  text: `
    UPDATE bought_gifts SET mail_on = NULL, mailed_at = $now, mailings = mailings + 1, updated_at = $now
    WHERE fanclub_id = $fanclub AND order_id = $order AND mail_on <= $today
    RETURNING card_sealed AS "cardSealed", email_sealed AS "emailSealed"`,
});

/** Adds a gift without texts, unless its texts are still stored: money can arrive after they were purged. */
export const ADD_GIFT = statement('bought_gifts.add', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    INSERT INTO bought_gifts (fanclub_id, order_id, created_at, updated_at) VALUES ($fanclub, $order, $now, $now)
    ON CONFLICT (fanclub_id, order_id) DO NOTHING`,
});

/** Plan and buyer of a bought gift, for mails about it. */
export const PARTIES = statement('bought_gifts.parties', {
  params: ORDER,
  row: {
    planId: types.bigint,
    planName: types.text,
    email: types.text.orNull,
    firstName: types.text.orNull,
    cardSealed: types.text.orNull,
  },
  text: `
    SELECT p.id AS "planId", p.name AS "planName", c.email, c.first_name AS "firstName", g.card_sealed AS "cardSealed"
    FROM bought_gifts g
    JOIN orders o ON o.fanclub_id = g.fanclub_id AND o.id = g.order_id
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    WHERE g.fanclub_id = $fanclub AND g.order_id = $order`,
});

/** Erases the texts and the address of gifts whose code was redeemed or voided long ago. */
export const PURGE_TEXTS = statement('bought_gifts.purge_texts', {
  params: { limit: types.bigint, days: types.integer, now: types.timestamptz },
  text: `
    UPDATE bought_gifts SET card_sealed = NULL, email_sealed = NULL, mail_on = NULL, updated_at = $now
    WHERE id IN (
      SELECT g.id FROM bought_gifts g
      JOIN redeem_codes c ON c.fanclub_id = g.fanclub_id AND c.bought_order_id = g.order_id
      WHERE (g.card_sealed IS NOT NULL OR g.email_sealed IS NOT NULL) AND (c.used > 0 OR c.voided_at IS NOT NULL)
        AND c.updated_at < $now::timestamptz - make_interval(days => $days) AND ${notHeldSql('g.fanclub_id')}
      ORDER BY g.id LIMIT $limit)`,
});

/** Erases addresses to which the mail went long ago. */
export const PURGE_ADDRESSES = statement('bought_gifts.purge_addresses', {
  params: { limit: types.bigint, days: types.integer, now: types.timestamptz },
  text: `
    UPDATE bought_gifts SET email_sealed = NULL, updated_at = $now
    WHERE id IN (
      SELECT g.id FROM bought_gifts g
      WHERE g.email_sealed IS NOT NULL AND g.mail_on IS NULL AND g.mailed_at < $now::timestamptz - make_interval(days => $days)
        AND ${notHeldSql('g.fanclub_id')}
      ORDER BY g.id LIMIT $limit)`,
});

/** Deletes what was said about gifts that were not paid. Orders that wait for their payment keep it. */
export const PURGE_UNPAID = statement('bought_gifts.purge_unpaid', {
  params: { limit: types.bigint, days: types.integer, now: types.timestamptz },
  text: deletionOf(
    'bought_gifts g',
    `g.created_at < $now::timestamptz - make_interval(days => $days) AND ${notHeldSql('g.fanclub_id')}
     AND NOT EXISTS (SELECT FROM redeem_codes c WHERE c.fanclub_id = g.fanclub_id AND c.bought_order_id = g.order_id)
     AND NOT EXISTS (SELECT FROM orders o WHERE o.fanclub_id = g.fanclub_id AND o.id = g.order_id AND ${OPEN_SQL})`,
    'id',
  ),
});
