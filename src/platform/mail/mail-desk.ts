import type { Statements } from '#platform/database';
import { LIST_MAILS, type ListedMail, QUEUE_AGAIN } from './mails.queries';

/** Mails listed at most. */
const LISTED = 200;

/** The mails that are not sent yet, then the latest sent ones; or only those given up. */
export function listMails(db: Statements, { failed = false } = {}): Promise<ListedMail[]> {
  return db.rows(LIST_MAILS, { onlyGivenUp: failed, limit: LISTED });
}

/**
 * Queues mails again that were given up, with all their attempts.
 *
 * @param id one of them; null: all
 * @returns their ids
 */
export async function retryMails(db: Statements, id: number | null): Promise<number[]> {
  return (await db.rows(QUEUE_AGAIN, { mail: id })).map((row) => row.id);
}
