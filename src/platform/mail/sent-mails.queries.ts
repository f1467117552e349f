import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import type { MailKind } from './mail-kinds';

/**
 * Records that a mail was sent, erases its content, and keeps what was sent if the address is a customer's. Of two customers the one
 * counts who has the address now, or is to confirm it by this mail, before one who had it. An address that
 * was never confirmed may be another person's: only what that account caused is kept. Null as address: it went to staff.
 */
export const STORE_SENT = statement('mail.store_sent', {
  params: {
    fanclub: types.bigint,
    mail: types.bigint,
    address: types.text.orNull,
    contentSealed: types.text.orNull,
  },
  text: `
    WITH sent AS (
      UPDATE mails
      SET sent_at = now(), content_sealed = NULL, last_error = NULL, given_up_at = NULL, updated_at = now()
      WHERE fanclub_id = $fanclub AND id = $mail AND sent_at IS NULL
      RETURNING fanclub_id, kind, sent_at
    )
    INSERT INTO sent_mails (fanclub_id, customer_id, kind, address, content_sealed, sent_at)
    SELECT s.fanclub_id, owner.id, s.kind, $address::text, $contentSealed::text, s.sent_at
    FROM sent s CROSS JOIN LATERAL (
      SELECT c.id, 1 AS rank FROM customers c
      WHERE c.fanclub_id = $fanclub AND s.kind <> 'confirm_new_address' AND lower(c.email) = lower($address::text)
        AND (c.confirmed_at IS NOT NULL OR s.kind IN ('confirm_address', 'reset_password'))
      UNION ALL
      SELECT c.id, 1 FROM customers c
      WHERE c.fanclub_id = $fanclub AND s.kind = 'confirm_new_address' AND lower(c.new_email) = lower($address::text)
      UNION ALL
      SELECT a.customer_id, 2 FROM email_aliases a
      WHERE a.fanclub_id = $fanclub AND lower(a.email) = lower($address::text)
      ORDER BY rank, id DESC LIMIT 1
    ) owner`,
});

/** Erases texts that are older than 90 days. */
export const PURGE_TEXTS = statement('sent_mails.purge_texts', {
  params: { limit: types.bigint, days: types.integer },
  text: `
    UPDATE sent_mails SET content_sealed = NULL, updated_at = now()
    WHERE id IN (
      SELECT id FROM sent_mails
      WHERE content_sealed IS NOT NULL AND sent_at < now() - make_interval(days => $days) AND ${notHeldSql('fanclub_id')}
      ORDER BY sent_at LIMIT $limit)`,
});

/** The latest mails that were sent to a customer, the latest first. */
export const SENT_MAILS_OF = statement('sent_mails.of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    id: types.bigint,
    kind: types.textOf<MailKind>(),
    address: types.text,
    sentAt: types.timestamptz,
    /** Whether its text is kept. */
    hasText: types.boolean,
  },
  text: `
    SELECT id, kind, address, sent_at AS "sentAt", content_sealed IS NOT NULL AS "hasText"
    FROM sent_mails WHERE fanclub_id = $fanclub AND customer_id = $customer ORDER BY id DESC LIMIT 100`,
});
export type SentMailRow = RowOf<typeof SENT_MAILS_OF>;

/** A mail that was sent to a customer, with its sealed text. */
export const FIND_SENT_MAIL = statement('sent_mails.find', {
  params: { fanclub: types.bigint, mail: types.bigint },
  row: {
    id: types.bigint,
    customerId: types.bigint,
    kind: types.textOf<MailKind>(),
    address: types.text,
    sentAt: types.timestamptz,
    contentSealed: types.text.orNull,
  },
  text: `
    SELECT id, customer_id AS "customerId", kind, address, sent_at AS "sentAt", content_sealed AS "contentSealed"
    FROM sent_mails WHERE fanclub_id = $fanclub AND id = $mail`,
});
