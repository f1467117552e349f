import type { DataSource } from 'typeorm';
import { LIST_MAILS, QUEUE_AGAIN } from './mails.queries';

/** Mails listed at most. */
const LISTED = 200;

/** What operators see of a mail: nothing of its content, nor whom it is for. */
export interface ListedMail {
  id: number;
  /** The fan club's name. */
  fanclub: string;
  kind: string;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  state: 'waiting' | 'sent' | 'given up';
}

/** The mails that are not sent yet, then those sent last; or only those given up. */
export async function listMails(db: DataSource, { failed = false } = {}): Promise<ListedMail[]> {
  const rows = await db.query<(Omit<ListedMail, 'state'> & Outcome)[]>(LIST_MAILS.text, [failed, LISTED]);
  return rows.map(({ sent_at, given_up_at, ...mail }) => ({
    ...mail,
    state: given_up_at ? 'given up' : sent_at ? 'sent' : 'waiting',
  }));
}

interface Outcome {
  sent_at: Date | null;
  given_up_at: Date | null;
}

/**
 * Puts mails that were given up back into the queue, with all their attempts before them.
 *
 * @param id one of them; null: all
 * @returns the ids of those that were
 */
export async function retryMails(db: DataSource, id: number | null): Promise<number[]> {
  const rows = await db.query<{ id: number }[]>(QUEUE_AGAIN.text, [id]);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
