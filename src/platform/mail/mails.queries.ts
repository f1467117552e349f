import type { Font } from '#libs/look';
import { type RowOf, statement, types, type Statements } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import type { MailKind } from './mail-kinds';

/** The name of the job that sends one mail. Renaming it would leave queued mails unsent during an upgrade. */
export const SEND_MAIL = 'send_mail';

/** The payload of {@link SEND_MAIL}. */
export interface MailJob {
  fanclubId: number;
  mailId: number;
  /** It was sent, which could not be recorded because the fan club is held: the sealed `KeptMail`. `true` of former versions keeps nothing. */
  isSent?: string | true;
}

/** Kinds of which a club's members get one each at the same minute. They wait for all other mails and jobs. */
const PATIENT: readonly MailKind[] = ['presale_code'];

/** After the default of 0, which jobs with a schedule have too. Jobs run in the order of their priorities. */
const PATIENT_PRIORITY = 10;

/** Queues the job that sends the mail of a row with the columns `fanclub_id`, `id` and `kind`. */
const sendJob = (mail: string): string =>
  `graphile_worker.add_job('${SEND_MAIL}', json_build_object('fanclubId', ${mail}.fanclub_id, 'mailId', ${mail}.id),
      priority := CASE WHEN ${mail}.kind IN ('${PATIENT.join("', '")}') THEN ${PATIENT_PRIORITY} ELSE 0 END)`;

/** Writes a mail and queues the job that sends it. */
export const QUEUE_MAIL = statement('mail.queue', {
  params: {
    fanclub: types.bigint,
    kind: types.text,
    contentSealed: types.text,
    messageKey: types.text,
    addressDigest: types.bytea,
  },
  row: { job: types.text },
  text: `
    WITH mail AS (
      INSERT INTO mails (fanclub_id, kind, content_sealed, message_key, address_digest)
      VALUES ($fanclub, $kind, $contentSealed, $messageKey, $addressDigest)
      RETURNING fanclub_id, id, kind
    )
    SELECT job.id::text AS job FROM mail CROSS JOIN LATERAL ${sendJob('mail')} job`,
});

/** Writes mails of one kind and queues the jobs that send them. */
export const QUEUE_MAILS = statement('mail.queue_all', {
  params: {
    fanclub: types.bigint,
    kind: types.text,
    contentsSealed: types.array(types.text),
    messageKeys: types.array(types.text),
    addressDigests: types.array(types.bytea),
  },
  row: { id: types.bigint, messageKey: types.text },
  text: `
    WITH mail AS (
      INSERT INTO mails (fanclub_id, kind, content_sealed, message_key, address_digest)
      SELECT $fanclub::bigint, $kind::text, m.content, m.key, m.digest
      FROM unnest($contentsSealed::text[], $messageKeys::text[], $addressDigests::bytea[]) AS m (content, key, digest)
      RETURNING fanclub_id, id, kind, message_key
    )
    SELECT mail.id, mail.message_key AS "messageKey" FROM mail CROSS JOIN LATERAL ${sendJob('mail')} job`,
});

/** Starts an attempt. The attempt is counted before it is made, so that it counts even if the process dies. */
export const TAKE_MAIL = statement('mail.take', {
  params: { fanclub: types.bigint, mail: types.bigint },
  row: {
    kind: types.textOf<MailKind>(),
    contentSealed: types.text.neverNullHere,
    messageKey: types.text,
    attempts: types.integer,
    lastError: types.text.orNull,
    createdAt: types.timestamptz,
    /** The fan club's name and settings. */
    name: types.text,
    siteUrl: types.text,
    supportEmail: types.text,
    logoUrl: types.text.orNull,
    accentColor: types.text.orNull,
    font: types.textOf<Font>().orNull,
    senderName: types.text.orNull,
    senderAddress: types.text.orNull,
    /** The fan club's own template; null parts use the default. */
    subject: types.text.orNull,
    text: types.text.orNull,
    html: types.text.orNull,
  },
  text: `
    WITH taken AS (
      UPDATE mails SET attempts = attempts + 1, updated_at = now()
      WHERE fanclub_id = $fanclub AND id = $mail AND sent_at IS NULL AND given_up_at IS NULL
      RETURNING fanclub_id, kind, content_sealed, message_key, attempts, last_error, created_at
    )
    SELECT m.kind, m.content_sealed AS "contentSealed", m.message_key AS "messageKey", m.attempts,
           m.last_error AS "lastError", m.created_at AS "createdAt",
           f.name, f.site_url AS "siteUrl", f.support_email AS "supportEmail", f.logo_url AS "logoUrl",
           f.accent_color AS "accentColor", f.font, f.mail_sender_name AS "senderName",
           f.mail_sender_address AS "senderAddress", t.subject, t.text, t.html
    FROM taken m
    JOIN fanclubs f ON f.id = m.fanclub_id
    LEFT JOIN mail_templates t ON t.fanclub_id = m.fanclub_id AND t.kind = m.kind`,
});

/** Deletes a mail that is not to be sent any more. */
export const WITHDRAW_MAIL = statement('mail.withdraw', {
  params: { fanclub: types.bigint, mail: types.bigint },
  text: 'DELETE FROM mails WHERE fanclub_id = $fanclub AND id = $mail AND sent_at IS NULL',
});

/** Stores why an attempt failed, and gives the mail up if it was the last one. */
export const STORE_FAILURE = statement('mail.store_failure', {
  params: { fanclub: types.bigint, mail: types.bigint, reason: types.text, isLast: types.boolean },
  text: `
    UPDATE mails
    SET last_error = $reason, given_up_at = CASE WHEN $isLast::boolean THEN now() END, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $mail AND sent_at IS NULL`,
});

/** What became of a mail, and since when, in SQL. */
export const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const;
export type MailState = (typeof MAIL_STATES)[number];
export const mailStateSql = (mail: string): string =>
  `CASE WHEN ${mail}.given_up_at IS NOT NULL THEN 'given_up' WHEN ${mail}.sent_at IS NOT NULL THEN 'sent' ELSE 'waiting' END`;
export const mailStateAtSql = (mail: string): string =>
  `coalesce(${mail}.given_up_at, ${mail}.sent_at, ${mail}.created_at)`;

/** For operators: the mails of all fan clubs, unsent ones first, then the latest; or only those given up. */
export const LIST_MAILS = statement('mail.list', {
  params: { onlyGivenUp: types.boolean, limit: types.bigint },
  row: {
    id: types.bigint,
    /** The fan club's name. */
    fanclub: types.text,
    kind: types.text,
    attempts: types.integer,
    lastError: types.text.orNull,
    createdAt: types.timestamptz,
    state: types.textOf<MailState>(),
  },
  text: `
    SELECT m.id, f.name AS fanclub, m.kind, m.attempts, m.last_error AS "lastError", m.created_at AS "createdAt",
           ${mailStateSql('m')} AS state
    FROM mails m JOIN fanclubs f ON f.id = m.fanclub_id
    WHERE m.given_up_at IS NOT NULL OR NOT $onlyGivenUp::boolean
    ORDER BY m.sent_at IS NOT NULL, m.id DESC
    LIMIT $limit`,
});

/** A mail without its content and recipient, for operators. */
export type ListedMail = RowOf<typeof LIST_MAILS>;

/** Queues given-up mails again: one, or those of all fan clubs that are not held if null. */
export const QUEUE_AGAIN = statement('mail.queue_again', {
  params: { mail: types.bigint.orNull },
  row: { id: types.bigint },
  text: `
    WITH mail AS (
      UPDATE mails SET given_up_at = NULL, attempts = 0, updated_at = now()
      WHERE given_up_at IS NOT NULL AND ($mail::bigint IS NULL AND ${notHeldSql('fanclub_id')} OR id = $mail)
      RETURNING fanclub_id, id, kind
    )
    SELECT mail.id FROM mail CROSS JOIN LATERAL ${sendJob('mail')} job ORDER BY mail.id`,
});

/** Queues a given-up mail of a fan club again; null: all of them. A row for each. */
export const QUEUE_CLUB_MAIL_AGAIN = statement('mail.queue_club_again', {
  params: { fanclub: types.bigint, mail: types.bigint.orNull },
  row: { id: types.bigint },
  text: `
    WITH mail AS (
      UPDATE mails SET given_up_at = NULL, attempts = 0, updated_at = now()
      WHERE fanclub_id = $fanclub AND ($mail::bigint IS NULL OR id = $mail) AND given_up_at IS NOT NULL
      RETURNING fanclub_id, id, kind
    )
    SELECT mail.id FROM mail CROSS JOIN LATERAL ${sendJob('mail')} job`,
});

/** Maximum number of listed mails. */
const MAX_LISTED = 200;

/** Lists unsent mails, then the latest sent ones. With `failed`, lists only mails that were given up. */
export function listMails(db: Statements, { failed = false } = {}): Promise<ListedMail[]> {
  return db.rows(LIST_MAILS, { onlyGivenUp: failed, limit: MAX_LISTED });
}

/** Queues one given-up mail again, or all of them (null), with the full number of attempts. Returns the ids of the mails. */
export async function retryMails(db: Statements, id: number | null): Promise<number[]> {
  return (await db.rows(QUEUE_AGAIN, { mail: id })).map((row) => row.id);
}
