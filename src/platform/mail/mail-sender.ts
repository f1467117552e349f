import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealer } from '#libs/sealed';
import { type JobRun, RetryJob } from '#platform/jobs';
import type { ComposedMail, Delivery } from './delivery';
import { type DeliveryFailure, failureOf } from './delivery-failure';
import type { MailContent } from './mail';
import { type MailJob, STORE_FAILURE, STORE_SENT, TAKE_MAIL, type TakenMail } from './mails.queries';
import { expiryOf, greetable, type MailVariables, oneLine, renderMail } from './templates';
import { DEFAULT_WORDING, type Wording } from './wording';

/** Attempts after which a mail is given up: with the queue's growing pauses, some 28 hours after the first. */
const MAX_ATTEMPTS = 14;

/** One attempt at a mail. */
interface Attempt extends JobRun<MailJob> {
  readonly taken: TakenMail;
}

/** Sends the mails of the outbox. */
export class MailSender {
  /** @param defaultAddress sender of the fan clubs without an address of their own */
  constructor(
    private readonly sealer: Sealer,
    private readonly delivery: Delivery,
    private readonly defaultAddress: string,
  ) {}

  /**
   * Makes one attempt. A mail that was sent, given up or removed meanwhile is left alone. An aborted attempt counts as failed.
   *
   * @returns 1 when the mail was sent, else 0
   * @throws RetryJob when there is to be another attempt; failures of the database as they are
   */
  async send(run: JobRun<MailJob>): Promise<number> {
    const { payload, db, signal, log } = run;
    const taken = await db.first(TAKE_MAIL, keyOf(payload));
    if (!taken) return 0;
    const attempt = { ...run, taken };
    // Earlier attempts ended with their process, and there were enough of them.
    if (taken.attempts > MAX_ATTEMPTS)
      return this.fail(attempt, { code: taken.lastError ?? 'interrupted', permanent: true });
    try {
      await this.delivery.deliver(this.compose(attempt), signal, log);
    } catch (error) {
      return this.fail(attempt, failureOf(error));
    }
    await this.storeSent(run);
    log.info({ ...described(attempt), attempts: taken.attempts }, 'mail sent');
    return 1;
  }

  private compose(attempt: Attempt): ComposedMail {
    const { payload, taken } = attempt;
    const { to, firstName, link } = JSON.parse(this.sealer.open(taken.contentSealed)) as MailContent;
    const { kind, name, siteUrl: site_url, supportEmail: support_email } = taken;
    return {
      ...this.render(attempt, {
        fanclub: { name: oneLine(name), site_url, support_email },
        first_name: greetable(firstName),
        link,
        expires: expiryOf(kind),
      }),
      id: payload.mailId,
      fanclubId: payload.fanclubId,
      kind,
      from: {
        name: oneLine(taken.senderName ?? name),
        address: taken.senderAddress ?? this.defaultAddress,
      },
      to,
      replyTo: support_email,
      messageId: `<${taken.messageKey}>`,
      link,
      queuedAt: taken.createdAt,
    };
  }

  /** With the fan club's own wording; if that fails, with the default: better the wrong words than no mail. */
  private render(attempt: Attempt, variables: MailVariables): Wording {
    const { taken, log } = attempt;
    const wording = DEFAULT_WORDING[taken.kind];
    const { subject, text, html } = taken;
    if (subject === null && text === null && html === null) return renderMail(wording, variables);
    try {
      return renderMail(
        { subject: subject ?? wording.subject, text: text ?? wording.text, html: html ?? wording.html },
        variables,
      );
    } catch (error) {
      const { name } = error as Error;
      log.warn({ ...described(attempt), reason: name }, 'mail template failed, default used');
      return renderMail(wording, variables);
    }
  }

  /** Retried: a failure here means that the mail is sent twice. */
  private async storeSent({ payload, db }: JobRun<MailJob>): Promise<void> {
    for (const pause of [100, 500, 2_000, null]) {
      try {
        await db.run(STORE_SENT, keyOf(payload));
        return;
      } catch (error) {
        if (pause === null) throw error;
        await sleep(pause);
      }
    }
  }

  private async fail(attempt: Attempt, failure: DeliveryFailure): Promise<number> {
    const { payload, db, log, taken } = attempt;
    const isLast = failure.permanent || taken.attempts >= MAX_ATTEMPTS;
    await db.run(STORE_FAILURE, { ...keyOf(payload), reason: failure.code, isLast });
    const facts = { ...described(attempt), attempts: taken.attempts, reason: failure.code };
    if (isLast) {
      log.error(facts, 'mail given up');
      return 0;
    }
    log.warn(facts, 'mail not sent yet');
    throw new RetryJob(failure.code);
  }
}

const keyOf = ({ fanclubId, mailId }: MailJob) => ({ fanclub: fanclubId, mail: mailId });

const described = ({ payload, taken }: Attempt) => ({
  mail: payload.mailId,
  fanclub: payload.fanclubId,
  kind: taken.kind,
});
