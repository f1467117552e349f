import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealer } from '#libs/sealed';
import type { Statements } from '#platform/database';
import type { ComposedMail, Delivery, MailLog } from './delivery';
import { type DeliveryFailure, failureOf } from './delivery-failure';
import type { MailContent, MailKind } from './mail';
import { type MailJob, STORE_FAILURE, STORE_SENT, TAKE_MAIL, type TakenMail } from './mails.queries';
import { expiryOf, greetable, type MailVariables, oneLine, renderMail } from './templates';
import { DEFAULT_WORDING, type Wording } from './wording';

/** Attempts after which a mail is given up; with the queue's growing pauses between them, some 28 hours after the first. */
export const MAX_ATTEMPTS = 14;

/** The attempt failed and another one is to follow. Its message is kept by the queue, so it is a code and nothing more. */
export class NotSentYet extends Error {
  override readonly name = 'NotSentYet';
}

/** What is needed to send mails. */
export interface MailSenderParts {
  /** Where the outbox is. */
  outbox: Statements;
  sealer: Sealer;
  delivery: Delivery;
  /** Sender of the fan clubs without an address of their own. */
  defaultAddress: string;
  log: MailLog;
}

/** Sends one mail after the other out of the outbox. */
export class MailSender {
  constructor(private readonly parts: MailSenderParts) {}

  /**
   * Makes one attempt. Does nothing about a mail that was sent, given up or removed meanwhile.
   *
   * @param signal ends the attempt; the mail is then as good as not sent
   * @throws NotSentYet when there is to be another attempt; failures of the database as they are
   */
  async send(job: MailJob, signal: AbortSignal): Promise<void> {
    const { outbox, delivery, log } = this.parts;
    const taken = await outbox.first<TakenMail>(TAKE_MAIL, [job.fanclubId, job.mailId]);
    if (!taken) return;
    // The attempts before this one ended with their process, and there were enough of them.
    if (taken.attempts > MAX_ATTEMPTS)
      return this.fail(job, taken, { code: taken.last_error ?? 'interrupted', permanent: true });
    try {
      await delivery.deliver(this.compose(job, taken), signal);
    } catch (error) {
      return this.fail(job, taken, failureOf(error));
    }
    await this.storeSent(job);
    log.info({ ...described(job, taken), attempts: taken.attempts }, 'mail sent');
  }

  private compose(job: MailJob, taken: TakenMail): ComposedMail {
    const { to, firstName, link } = JSON.parse(this.parts.sealer.open(taken.content_sealed)) as MailContent;
    const kind = taken.kind as MailKind;
    const { name, site_url, support_email } = taken;
    return {
      ...this.render(job, taken, {
        fanclub: { name: oneLine(name), site_url, support_email },
        first_name: greetable(firstName),
        link,
        expires: expiryOf(kind),
      }),
      id: job.mailId,
      fanclubId: job.fanclubId,
      kind,
      from: {
        name: oneLine(taken.mail_sender_name ?? name),
        address: taken.mail_sender_address ?? this.parts.defaultAddress,
      },
      to,
      replyTo: support_email,
      messageId: `<${taken.message_key}>`,
      link,
      queuedAt: taken.created_at,
    };
  }

  /** With the fan club's own wording; if that fails, with ours: better the wrong words than no mail. */
  private render(job: MailJob, taken: TakenMail, variables: MailVariables): Wording {
    const wording = DEFAULT_WORDING[taken.kind as MailKind];
    const { subject, text, html } = taken;
    if (subject === null && text === null && html === null) return renderMail(wording, variables);
    try {
      return renderMail(
        { subject: subject ?? wording.subject, text: text ?? wording.text, html: html ?? wording.html },
        variables,
      );
    } catch (error) {
      const { name } = error as Error;
      this.parts.log.warn({ ...described(job, taken), reason: name }, 'mail template failed, default used');
      return renderMail(wording, variables);
    }
  }

  /** Tried repeatedly: from here on a failure would mean that the mail is sent twice. */
  private async storeSent({ fanclubId, mailId }: MailJob): Promise<void> {
    for (const pause of [100, 500, 2_000, null]) {
      try {
        await this.parts.outbox.run(STORE_SENT, [fanclubId, mailId]);
        return;
      } catch (error) {
        if (pause === null) throw error;
        await sleep(pause);
      }
    }
  }

  private async fail(job: MailJob, taken: TakenMail, failure: DeliveryFailure): Promise<void> {
    const { outbox, log } = this.parts;
    const isLast = failure.permanent || taken.attempts >= MAX_ATTEMPTS;
    await outbox.run(STORE_FAILURE, [job.fanclubId, job.mailId, failure.code, isLast]);
    const facts = { ...described(job, taken), attempts: taken.attempts, reason: failure.code };
    if (isLast) {
      log.error(facts, 'mail given up');
    } else {
      log.warn(facts, 'mail not sent yet');
      throw new NotSentYet(failure.code);
    }
  }
}

const described = ({ fanclubId, mailId }: MailJob, { kind }: TakenMail) => ({
  mail: mailId,
  fanclub: fanclubId,
  kind,
});
