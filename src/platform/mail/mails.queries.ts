import type { Statement } from '#platform/database';

/** The name of the job that sends one mail. */
export const SEND_MAIL = 'mails.send';

/** The payload of {@link SEND_MAIL}. */
export interface MailJob {
  fanclubId: number;
  mailId: number;
}

/** How the queue is told to send the mail of a row that has the columns `fanclub_id` and `id`. */
const sendJob = (mail: string): string =>
  `graphile_worker.add_job('${SEND_MAIL}', json_build_object('fanclubId', ${mail}.fanclub_id, 'mailId', ${mail}.id))`;

/** $1 fan club, $2 kind, $3 sealed content, $4 message key. */
export const QUEUE_MAIL: Statement = {
  name: 'mail.queue',
  text: `
    WITH mail AS (
      INSERT INTO mails (fanclub_id, kind, content_sealed, message_key)
      VALUES ($1, $2, $3, $4)
      RETURNING fanclub_id, id
    )
    SELECT job.id FROM mail CROSS JOIN LATERAL ${sendJob('mail')} job`,
};

/** A mail about to be sent, with what its fan club says about how. */
export interface TakenMail {
  kind: string;
  content_sealed: string;
  message_key: string;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  name: string;
  site_url: string;
  support_email: string;
  mail_sender_name: string | null;
  mail_sender_address: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
}

/** Begins an attempt: counts it before it is made, so that one that ends with the process counts too. $1 fan club, $2 mail. */
export const TAKE_MAIL: Statement = {
  name: 'mail.take',
  text: `
    WITH taken AS (
      UPDATE mails SET attempts = attempts + 1, updated_at = now()
      WHERE fanclub_id = $1 AND id = $2 AND sent_at IS NULL AND given_up_at IS NULL
      RETURNING fanclub_id, kind, content_sealed, message_key, attempts, last_error, created_at
    )
    SELECT m.kind, m.content_sealed, m.message_key, m.attempts, m.last_error, m.created_at,
           f.name, f.site_url, f.support_email, f.mail_sender_name, f.mail_sender_address,
           t.subject, t.text, t.html
    FROM taken m
    JOIN fanclubs f ON f.id = m.fanclub_id
    LEFT JOIN mail_templates t ON t.fanclub_id = m.fanclub_id AND t.kind = m.kind`,
};

/** The acknowledgement; with it goes what was sealed. $1 fan club, $2 mail. */
export const STORE_SENT: Statement = {
  name: 'mail.store_sent',
  text: `
    UPDATE mails
    SET sent_at = now(), content_sealed = NULL, last_error = NULL, given_up_at = NULL, updated_at = now()
    WHERE fanclub_id = $1 AND id = $2 AND sent_at IS NULL`,
};

/** $1 fan club, $2 mail, $3 why, $4 whether this was the last attempt. */
export const STORE_FAILURE: Statement = {
  name: 'mail.store_failure',
  text: `
    UPDATE mails
    SET last_error = $3, given_up_at = CASE WHEN $4::boolean THEN now() END, updated_at = now()
    WHERE fanclub_id = $1 AND id = $2 AND sent_at IS NULL`,
};

/** Of all fan clubs, for operators: unsent mails first, then the latest. $1 only those given up, $2 at most. */
export const LIST_MAILS: Statement = {
  name: 'mail.list',
  text: `
    SELECT m.id, f.name AS fanclub, m.kind, m.attempts, m.last_error, m.created_at, m.sent_at, m.given_up_at
    FROM mails m JOIN fanclubs f ON f.id = m.fanclub_id
    WHERE m.given_up_at IS NOT NULL OR NOT $1::boolean
    ORDER BY m.sent_at IS NOT NULL, m.id DESC
    LIMIT $2`,
};

/** Puts mails that were given up back into the queue, of all fan clubs. $1 the mail; null: all of them. */
export const QUEUE_AGAIN: Statement = {
  name: 'mail.queue_again',
  text: `
    WITH mail AS (
      UPDATE mails SET given_up_at = NULL, attempts = 0, updated_at = now()
      WHERE given_up_at IS NOT NULL AND ($1::bigint IS NULL OR id = $1)
      RETURNING fanclub_id, id
    )
    SELECT mail.id FROM mail CROSS JOIN LATERAL ${sendJob('mail')} job`,
};
