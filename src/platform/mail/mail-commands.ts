import type { Statements } from '#platform/database';
import { LIST_MAILS, type ListedMail, QUEUE_AGAIN } from './mails.queries';

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
