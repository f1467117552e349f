import { BY_STAFF, ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import { Sealer } from '#libs/sealed';
import { MAIL_KINDS, type MailContent } from './mail';
import { MailTemplate } from './mail-template.entity';
import { Mail } from './mail.entity';

const makers = makersOf({
  /** A mail in the outbox without a job. The row has its `content` sealed. */
  async mail({
    content,
    ...overrides
  }: Partial<Mail> & { content?: Partial<MailContent> } = {}): Promise<Mail> {
    const { n } = this.seed();
    const whole: MailContent = {
      to: `reader-${n}@example.test`,
      firstName: `First${n}`,
      link: `https://api.example.test/link-${n}`,
      ...content,
    };
    return this.save(Mail, {
      fanclubId: await this.clubOf(overrides),
      kind: 'confirm_address',
      contentSealed: new Sealer([ENCRYPTION_KEY]).seal(JSON.stringify(whole)),
      messageKey: `mail-${n}@api.example.test`,
      attempts: 0,
      lastError: null,
      sentAt: null,
      givenUpAt: null,
      ...overrides,
    });
  },

  /** A fan club's own subject of a kind of mail. */
  async mailTemplate(overrides: Partial<MailTemplate> = {}): Promise<MailTemplate> {
    const { n } = this.seed();
    return this.save(MailTemplate, {
      fanclubId: await this.clubOf(overrides),
      kind: MAIL_KINDS[n % MAIL_KINDS.length],
      subject: `Subject ${n}`,
      text: null,
      html: null,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends MailMakers {}
}
type MailMakers = typeof makers;

export const samples: Samples = {
  makers,
  limitedColumns: ['Mail.contentSealed', 'Mail.kind', 'MailTemplate.kind'],
  async club({ given, of }) {
    await of('nobody');
    await given.mail();
    await given.mailTemplate({ kind: MAIL_KINDS[0] });
    return {};
  },
  notAsked: {
    'mail.list': 'the operator',
    'mail.queue_club_again': BY_STAFF,
    'mail.store_failure': 'the worker that sends mails',
    'mail.store_sent': 'the worker that sends mails',
    'mail.take': 'the worker that sends mails',
  },
  notFromCatalogue: ['mail_templates', 'mails'],
};
