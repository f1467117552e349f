import type { Statement } from '../database/sql';

/** The queue's name for the work of sending one mail. */
export const SEND_MAIL = 'send_mail';

/** How the queue is told to send the mail of a row that has the columns `fanclub_id` and `id`. */
export const sendJob = (mail: string): string =>
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
