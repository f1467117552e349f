import { Sealer } from '#libs/sealed';
import type { PaymentFacts } from '../../src/domains/payments/mails/payments.mails';
import type { RenewalNews } from '../../src/domains/renewals/renewals.mails';
import type { GiftFacts } from '../../src/domains/bought-gifts/bought-gifts.mails';
import type { PresaleFacts } from '../../src/domains/presale-codes/presale-codes.mails';
import { Mail, type MailContent, type MailKind } from '../../src/platform/mail';
import type { TestApp } from './start-test-app';

/** A mail as it was queued. */
export interface QueuedMail extends MailContent {
  readonly kind: MailKind;
  /** Only mails about payments have it. */
  readonly payment?: PaymentFacts;
  /** Only mails about gifts have it. */
  readonly gift?: GiftFacts;
  /** Only mails to winners of contests have it. */
  readonly contest?: { readonly name: string; readonly prize: string; readonly confirm_by: string };
  /** Only mails with presale codes have it. */
  readonly presale?: PresaleFacts;
  /** Only mails about renewals have it. */
  readonly renewal?: RenewalNews;
}

/** The mails that this test queued, in order. Tests send nothing, so the outbox still holds all of them. */
export async function mailsOf({ app, db }: Pick<TestApp, 'app' | 'db'>): Promise<QueuedMail[]> {
  const sealer = app.get(Sealer);
  const mails = await db.getRepository(Mail).find({ order: { id: 'ASC' } });
  return mails.map(({ kind, contentSealed }) => {
    const content = JSON.parse(sealer.open(contentSealed as string)) as Omit<QueuedMail, 'kind'>;
    return { kind: kind as MailKind, ...content };
  });
}
