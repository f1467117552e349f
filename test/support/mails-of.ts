import { Sealer } from '#libs/sealed';
import { Mail, type MailContent, type MailToQueue } from '../../src/platform/mail';
import type { TestApp } from './start-test-app';

/** A mail as it was queued. */
export type QueuedMail = MailToQueue;

/** The mails that this test queued, in order. Tests send nothing, so the outbox still holds all of them. */
export async function mailsOf({ app, db }: Pick<TestApp, 'app' | 'db'>): Promise<QueuedMail[]> {
  const sealer = app.get(Sealer);
  const mails = await db.getRepository(Mail).find({ order: { id: 'ASC' } });
  return mails.map(({ kind, contentSealed }) => {
    const content = JSON.parse(sealer.open(contentSealed as string)) as MailContent;
    return { kind: kind as MailToQueue['kind'], ...content };
  });
}
