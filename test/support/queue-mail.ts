import { Sql } from '../../src/platform/database/sql';
import { Mails, type MailToQueue } from '../../src/platform/mail';
import type { QueuedMail } from './mails-of';
import type { TestApp } from './start-test-app';

/** The link of the mails below, with a token as long as real ones are. */
export const MAILED_LINK =
  'https://api.example.test/fanclubs/1/confirm?token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE';

/** Queues mails for Ada in one transaction, by default of the test's fan club; with `fail`, the transaction is rolled back. */
export async function queueMails(
  { app, given }: Pick<TestApp, 'app' | 'given'>,
  mails: readonly Partial<QueuedMail>[] = [{}],
  { fanclub, fail = false }: { fanclub?: { id: number }; fail?: boolean } = {},
): Promise<void> {
  const club = fanclub ?? (await given.fanclub());
  await app.get(Sql).transaction(async (tx) => {
    for (const mail of mails) {
      await app.get(Mails).queue(tx, club, {
        kind: 'confirm_address',
        to: 'ada@x.example',
        firstName: 'Ada',
        link: MAILED_LINK,
        ...mail,
      } as MailToQueue);
    }
    if (fail) throw new Error('The cause did not happen.');
  });
}
