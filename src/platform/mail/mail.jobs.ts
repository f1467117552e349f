import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { isHeld, type RowOf, statement, types } from '#platform/database';
import {
  CONCURRENCY,
  deletionOf,
  Job,
  type JobRun,
  NIGHTLY,
  purge,
  PutOff,
  RetryJob,
  ServerWorker,
} from '#platform/jobs';
import { type Counter, Metrics } from '#platform/metrics';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import type { ComposedMail, Delivery } from './delivery';
import { type DeliveryFailure, failureOf } from './delivery-failure';
import { FileDelivery } from './file-delivery';
import { allVariables, type MailContent, MAILS } from './mail-kinds';
import { withLayout } from './mail-layout';
import { type MailJob, SEND_MAIL, STORE_FAILURE, TAKE_MAIL, WITHDRAW_MAIL } from './mails.queries';
import { renderOwnMail, SENDING_LIMIT } from './own-mail';
import { type KeptMail, keptMail } from './sent-text';
import { PURGE_TEXTS, STORE_SENT } from './sent-mails.queries';
import { SmtpDelivery } from './smtp-delivery';
import { expiryOf, greetable, type MailVariables, oneLine, renderMail } from './templates';
import { defaultWording, type Wording } from './wording';

/** The maximum number of attempts at a mail. The queue's pauses grow, so the last attempt is about 28 hours after the first. */
const MAX_ATTEMPTS = 14;

/** Days for which sent and given-up mails are kept. */
const MAIL_DAYS = 30;

/** Days for which the text of a mail to a customer is kept. */
const TEXT_DAYS = 90;

/** Deletes old mails in the order of their ids, which grow with time. An index on the time would cost a write for every mail. */
export const PURGE_MAILS = statement('mails.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: deletionOf(
    'mails',
    `coalesce(sent_at, given_up_at) < now() - make_interval(days => $days) AND ${notHeldSql('fanclub_id')}`,
    'id',
  ),
});

interface Attempt extends JobRun<MailJob> {
  readonly taken: RowOf<typeof TAKE_MAIL>;
}

type SealedContent = MailContent & Readonly<Record<string, object>>;

/** Sends the mails of the outbox, and deletes old ones. */
@Injectable()
export class MailJobs implements OnApplicationShutdown {
  private readonly delivery: Delivery;
  private readonly defaultAddress: string;
  private readonly attempts: Counter<'outcome'>;

  constructor(
    { mail, dataDir }: Config,
    private readonly sealer: Sealer,
    private readonly worker: ServerWorker,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter(
      'fanclub_mail_attempts_total',
      'Attempts of this process to send a mail by outcome: sent, retry (failed, another attempt follows), given_up',
      'outcome',
    );
    for (const outcome of ['sent', 'retry', 'given_up'] as const) this.attempts.of({ outcome });
    this.defaultAddress = mail.from;
    this.delivery =
      mail.smtpUrl === null
        ? new FileDelivery(dataDir, mail.logLinks)
        : new SmtpDelivery(mail.smtpUrl, CONCURRENCY);
  }

  /**
   * Makes one attempt, unless the mail was sent, given up or deleted by now. An aborted attempt counts as failed.
   *
   * @returns 1 if the mail was sent, else 0
   * @throws RetryJob if another attempt is to follow; database errors
   */
  @Job<MailJob>(SEND_MAIL)
  async send(run: JobRun<MailJob>): Promise<number> {
    const { payload, db, signal, log } = run;
    if (payload.isSent !== undefined) {
      await this.storeSent(run, this.keptOf(payload.isSent));
      return 0;
    }
    const taken = await db.first(TAKE_MAIL, keyOf(payload));
    if (!taken) return 0;
    const attempt = { ...run, taken };
    // No attempt is left: the earlier attempts were counted, but their processes died before they reported the outcome.
    if (taken.attempts > MAX_ATTEMPTS)
      return this.fail(attempt, { code: taken.lastError ?? 'interrupted', permanent: true });
    let composed: ComposedMail | null = null;
    try {
      const content = this.opened(taken);
      const isCurrent = (await MAILS.get(taken.kind).isCurrent?.(db, payload.fanclubId, content)) ?? true;
      if (isCurrent) {
        composed = this.compose(attempt, content);
        await this.delivery.deliver(composed, signal, log);
      }
    } catch (error) {
      return this.fail(attempt, failureOf(error));
    }
    if (!composed) {
      await db.run(WITHDRAW_MAIL, keyOf(payload));
      log.info(factsOf(attempt), 'mail withdrawn');
      return 0;
    }
    this.attempts.inc({ outcome: 'sent' });
    await this.storeSent(run, keptMail(this.sealer, composed));
    log.info(factsOf(attempt), 'mail sent');
    return 1;
  }

  @Job('mails.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_MAILS, { limit, days: MAIL_DAYS }));
  }

  @Job('sent_mails.purge', NIGHTLY)
  purgeTexts({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_TEXTS, { limit, days: TEXT_DAYS }));
  }

  /** Closes the connections to the mail server after the last mail. */
  async onApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    this.delivery.close();
  }

  private keptOf(isSent: string | true): KeptMail {
    return isSent === true
      ? { address: null, contentSealed: null }
      : (JSON.parse(this.sealer.open(isSent)) as KeptMail);
  }

  private opened({ contentSealed }: Attempt['taken']): SealedContent {
    return JSON.parse(this.sealer.open(contentSealed)) as SealedContent;
  }

  private compose(attempt: Attempt, content: SealedContent): ComposedMail {
    const { payload, taken } = attempt;
    const { to, firstName, link, about: _, ...own } = content;
    const { kind, name, siteUrl: site_url, supportEmail: support_email, logoUrl: logo_url } = taken;
    const wording = this.render(attempt, {
      fanclub: { name: oneLine(name), site_url, support_email, logo_url },
      first_name: greetable(firstName),
      link,
      expires: expiryOf(kind),
      ...allVariables(own),
    });
    return {
      ...withLayout(wording, { ...taken, name: oneLine(name) }),
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

  /** Uses the fan club's own texts, or the default if these fail: a mail with the default text is better than no mail. */
  private render(attempt: Attempt, variables: MailVariables): Wording {
    const { taken, log } = attempt;
    const wording = defaultWording(taken.kind);
    const { subject, text, html } = taken;
    if (subject === null && text === null && html === null) return renderMail(wording, variables);
    try {
      return renderOwnMail(taken.kind, { subject, text, html }, variables, SENDING_LIMIT);
    } catch (error) {
      log.warn({ ...factsOf(attempt), reason: (error as Error).name }, 'mail template failed, default used');
      return renderMail(wording, variables);
    }
  }

  /** Records that the mail was sent. Retries, because without this record the mail would be sent again. */
  private async storeSent({ payload, db }: JobRun<MailJob>, kept: KeptMail): Promise<void> {
    for (const pause of [100, 500, 2_000, null]) {
      try {
        await db.run(STORE_SENT, { ...keyOf(payload), ...kept });
        return;
      } catch (error) {
        if (isHeld(error)) {
          const isSent = this.sealer.seal(JSON.stringify(kept));
          throw new PutOff({ ...payload, isSent } satisfies MailJob);
        }
        if (pause === null) throw error;
        await sleep(pause);
      }
    }
  }

  private async fail(attempt: Attempt, { code, permanent }: DeliveryFailure): Promise<number> {
    const { payload, db, log, taken } = attempt;
    const isLast = permanent || taken.attempts >= MAX_ATTEMPTS;
    await db.run(STORE_FAILURE, { ...keyOf(payload), reason: code, isLast });
    this.attempts.inc({ outcome: isLast ? 'given_up' : 'retry' });
    const facts = { ...factsOf(attempt), reason: code };
    if (isLast) {
      log.error(facts, 'mail given up');
      return 0;
    }
    log.warn(facts, 'mail not sent yet');
    throw new RetryJob(code);
  }
}

const keyOf = ({ fanclubId, mailId }: MailJob) => ({ fanclub: fanclubId, mail: mailId });

/** The fields of an attempt in the log. */
const factsOf = ({ payload, taken }: Attempt) => ({
  mail: payload.mailId,
  fanclub: payload.fanclubId,
  kind: taken.kind,
  attempts: taken.attempts,
});
