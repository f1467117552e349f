import { type MailTemplate, MAIL_KINDS } from '../../src/platform/mail';
import type { New, Seed } from './seed';

export interface MailTemplateInput extends Partial<MailTemplate> {
  fanclubId: number;
}

/** A fan club's own subject of a kind of mail. */
export function mailTemplateFactory({ n }: Seed, overrides: MailTemplateInput): New<MailTemplate> {
  return {
    kind: MAIL_KINDS[n % MAIL_KINDS.length],
    subject: `Subject ${n}`,
    text: null,
    html: null,
    ...overrides,
  };
}
