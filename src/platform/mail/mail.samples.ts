import { ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import { Sealer } from '#libs/sealed';
import { type MailContent, MAILS } from './mail-kinds';
import { MailTemplate, Mail } from './mail.entity';
import { SentMail } from './sent-mail.entity';
import type { SentText } from './sent-text';

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

  /** A mail that was sent to a customer. */
  async sentMail(overrides: Partial<SentMail> = {}): Promise<SentMail> {
    const { n, now } = this.seed();
    const fanclubId = await this.clubOf(overrides);
    const text: SentText = { subject: `Subject ${n}`, text: `Text ${n}` };
    return this.save(SentMail, {
      fanclubId,
      customerId: overrides.customerId ?? (await this.customer({ fanclubId })).id,
      kind: 'confirm_address',
      address: `reader-${n}@example.test`,
      contentSealed: new Sealer([ENCRYPTION_KEY]).seal(JSON.stringify(text)),
      sentAt: now,
      ...overrides,
    });
  },

  /** A fan club's own subject of a kind of mail. */
  async mailTemplate(overrides: Partial<MailTemplate> = {}): Promise<MailTemplate> {
    const { n } = this.seed();
    // Not the kind of the template that each fan club of the suites has.
    const kinds = MAILS.names().filter((kind) => kind !== 'confirm_address');
    return this.save(MailTemplate, {
      fanclubId: await this.clubOf(overrides),
      kind: kinds[n % kinds.length],
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
  async statements({ given, now }) {
    const sent = await given.sentMail();
    return {
      'mail.store_sent': { mail: (await given.mail()).id },
      'sent_mails.find': { mail: sent.id },
      'sent_mails.of_customer': { customer: sent.customerId },
      'mail.queue_club_again': { mail: (await given.mail({ givenUpAt: now })).id },
      'mail.withdraw': { mail: (await given.mail()).id },
    };
  },
  acrossFanclubs: {
    'doctor.job_facts': 'counts mails of all fan clubs, for the operator',
    'mail.figures': 'a metric of the service',
    'mail.list': 'the mails of all fan clubs, for the operator',
    'mail.queue_again': 'queues a mail that the operator names',
  },
  limitedColumns: [
    'Mail.contentSealed',
    'Mail.kind',
    'MailTemplate.kind',
    'SentMail.contentSealed',
    'SentMail.kind',
  ],
  async club({ given, of }) {
    await of('nobody');
    await given.mail();
    await given.mailTemplate({ kind: 'confirm_address' });
    return {};
  },
  notFromCatalogue: ['mail_templates', 'mails', 'sent_mails'],
};
