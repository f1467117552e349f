import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

/** The card of a customer. */
export const CURRENT_CARD = statement('cards.current', {
  params: CUSTOMER,
  row: {
    id: types.bigint,
    accountId: types.bigint,
    ref: types.text,
    brand: types.text,
    last4: types.text,
    expMonth: types.integer,
    expYear: types.integer,
    consentedAt: types.timestamptz,
    consentText: types.text,
  },
  text: `
    SELECT id, account_id AS "accountId", provider_ref AS ref, brand, last4, exp_month AS "expMonth", exp_year AS "expYear",
           consented_at AS "consentedAt", consent_text AS "consentText"
    FROM payment_methods WHERE fanclub_id = $fanclub AND customer_id = $customer AND detached_at IS NULL`,
});

export type SavedCard = RowOf<typeof CURRENT_CARD>;

/** Detaches the present card of a customer, unless it is the one with the id `$except`. */
export const DETACH_CARD = statement('cards.detach', {
  params: { ...CUSTOMER, except: types.text, now: types.timestamptz },
  text: `
    UPDATE payment_methods SET detached_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND detached_at IS NULL AND provider_ref <> $except`,
});

/** Adds a card. A known card is attached again with the new consent, unless the provider has deleted it. */
export const ADD_CARD = statement('cards.add', {
  params: {
    ...CUSTOMER,
    account: types.bigint,
    ref: types.text,
    brand: types.text,
    last4: types.text,
    expMonth: types.integer,
    expYear: types.integer,
    consentText: types.text,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_methods (fanclub_id, account_id, customer_id, provider_ref, brand, last4, exp_month, exp_year,
                                 consented_at, consent_text, created_at, updated_at)
    VALUES ($fanclub, $account, $customer, $ref, $brand, $last4, $expMonth, $expYear, $now, $consentText, $now, $now)
    ON CONFLICT (account_id, provider_ref) DO UPDATE
    SET brand = $brand, last4 = $last4, exp_month = $expMonth, exp_year = $expYear,
        consented_at = $now, consent_text = $consentText, detached_at = NULL, updated_at = $now
    WHERE payment_methods.fanclub_id = $fanclub AND payment_methods.customer_id = $customer
      AND payment_methods.deleted_at IS NULL`,
});

const CARD = { fanclub: types.bigint, account: types.bigint, ref: types.text };
const OF_CARD = 'fanclub_id = $fanclub AND account_id = $account AND provider_ref = $ref';

/** A card by the provider's id. */
export const FIND_CARD = statement('cards.find', {
  params: CARD,
  row: { customerId: types.bigint, isCurrent: types.boolean, isDeleted: types.boolean },
  text: `
    SELECT customer_id AS "customerId", detached_at IS NULL AS "isCurrent", deleted_at IS NOT NULL AS "isDeleted"
    FROM payment_methods WHERE ${OF_CARD}`,
});

/** Updates a card that the provider has changed, such as after a renewal by the issuer. */
export const UPDATE_CARD = statement('cards.update', {
  params: {
    ...CARD,
    brand: types.text,
    last4: types.text,
    expMonth: types.integer,
    expYear: types.integer,
    now: types.timestamptz,
  },
  text: `
    UPDATE payment_methods
    SET brand = $brand, last4 = $last4, exp_month = $expMonth, exp_year = $expYear, updated_at = $now
    WHERE ${OF_CARD}`,
});

const DELETED = 'detached_at = coalesce(detached_at, $now), deleted_at = $now, updated_at = $now';

/** Marks a card as deleted at the provider, and detaches it. */
export const MARK_CARD_DELETED = statement('cards.mark_deleted', {
  params: { ...CARD, now: types.timestamptz },
  text: `UPDATE payment_methods SET ${DELETED} WHERE ${OF_CARD} AND deleted_at IS NULL`,
});

/** Marks all cards of a customer as deleted at the provider, and detaches them. */
export const MARK_CARDS_DELETED = statement('cards.mark_all_deleted', {
  params: { ...CUSTOMER, account: types.bigint, now: types.timestamptz },
  text: `
    UPDATE payment_methods SET ${DELETED}
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND account_id = $account AND deleted_at IS NULL`,
});

/** Takes detached cards that the provider still has. A card is taken again a day later. */
export const TAKE_DETACHED_CARDS = statement('cards.take_detached', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: {
    id: types.bigint,
    fanclubId: types.bigint,
    accountId: types.bigint,
    customerId: types.bigint,
    ref: types.text,
  },
  text: `
    WITH detached AS (
      SELECT fanclub_id, id FROM payment_methods
      WHERE detached_at IS NOT NULL AND deleted_at IS NULL
        AND (updated_at <= detached_at OR updated_at < $now::timestamptz - interval '1 day')
        AND ${notHeldSql('fanclub_id')}
      ORDER BY updated_at LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payment_methods m SET updated_at = greatest($now, m.detached_at + interval '1 millisecond')
    FROM detached d WHERE m.fanclub_id = d.fanclub_id AND m.id = d.id
    RETURNING m.id, m.fanclub_id AS "fanclubId", m.account_id AS "accountId", m.customer_id AS "customerId",
              m.provider_ref AS ref`,
});

export const ADD_CARD_PAGE = statement('cards.add_page', {
  params: {
    ...CUSTOMER,
    account: types.bigint,
    idempotencyKey: types.text,
    consentText: types.text,
    expiresAt: types.timestamptz,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO payment_card_pages (fanclub_id, account_id, customer_id, idempotency_key, consent_text, expires_at, created_at,
                                    updated_at)
    VALUES ($fanclub, $account, $customer, $idempotencyKey, $consentText, $expiresAt, $now, $now)
    RETURNING id`,
});

export const STORE_CARD_PAGE = statement('cards.store_page', {
  params: { fanclub: types.bigint, page: types.bigint, session: types.text, now: types.timestamptz },
  text: `
    UPDATE payment_card_pages SET session_ref = $session, updated_at = $now WHERE fanclub_id = $fanclub AND id = $page`,
});

/** The pages of a customer that are not finished. */
export const OPEN_CARD_PAGES = statement('cards.open_pages', {
  params: CUSTOMER,
  row: {
    id: types.bigint,
    accountId: types.bigint,
    session: types.text.neverNullHere,
    consentText: types.text,
  },
  text: `
    SELECT id, account_id AS "accountId", session_ref AS session, consent_text AS "consentText" FROM payment_card_pages
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND finished_at IS NULL AND session_ref IS NOT NULL
    ORDER BY id`,
});

/** The customer of a page. */
export const CUSTOMER_OF_CARD_PAGE = statement('cards.customer_of_page', {
  params: { fanclub: types.bigint, account: types.bigint, session: types.text },
  row: { customerId: types.bigint },
  text: `
    SELECT customer_id AS "customerId" FROM payment_card_pages
    WHERE fanclub_id = $fanclub AND account_id = $account AND session_ref = $session`,
});

export const FINISH_CARD_PAGE = statement('cards.finish_page', {
  params: { fanclub: types.bigint, page: types.bigint, now: types.timestamptz },
  text: `
    UPDATE payment_card_pages SET finished_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $page AND finished_at IS NULL`,
});

/** Locks a customer until the end of the transaction, so that changes of their cards do not overlap. */
export const HOLD_CARD_OWNER = statement('cards.hold_owner', {
  params: CUSTOMER,
  row: { id: types.bigint },
  text: `SELECT id FROM customers WHERE fanclub_id = $fanclub AND id = $customer FOR NO KEY UPDATE`,
});
