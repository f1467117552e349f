import { Sealer } from '#libs/sealed';
import type { Mail, MailContent } from '../../src/platform/mail';
import { ENCRYPTION_KEY } from './login-provider.factory';
import type { New, Seed } from './seed';

export interface MailInput extends Partial<Mail> {
  fanclubId: number;
  /** What the row holds sealed. */
  content?: Partial<MailContent>;
}

/** A mail that waits in the outbox, without a job of the queue. */
export function mailFactory({ n }: Seed, { content, ...overrides }: MailInput): New<Mail> {
  const sealed: MailContent = {
    to: `reader-${n}@example.test`,
    firstName: `First${n}`,
    link: `https://api.example.test/link-${n}`,
    ...content,
  };
  return {
    kind: 'confirm_address',
    contentSealed: new Sealer([ENCRYPTION_KEY]).seal(JSON.stringify(sealed)),
    messageKey: `mail-${n}@api.example.test`,
    attempts: 0,
    lastError: null,
    sentAt: null,
    givenUpAt: null,
    ...overrides,
  };
}
