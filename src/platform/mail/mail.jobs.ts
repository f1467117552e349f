import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { statement, types } from '#platform/database';
import { CONCURRENCY, deletionOf, Job, type JobRun, NIGHTLY, purge, ServerWorker } from '#platform/jobs';
import type { Delivery } from './delivery';
import { FileDelivery } from './file-delivery';
import { MailSender } from './mail-sender';
import { type MailJob, SEND_MAIL } from './mails.queries';
import { SmtpDelivery } from './smtp-delivery';

/** Days for which it is kept what became of a mail. */
const MAIL_DAYS = 30;

/** By id, since old mails have low ones: an index on the time would have to be written for every mail. */
export const PURGE_MAILS = statement('mails.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: deletionOf('mails', 'coalesce(sent_at, given_up_at) < now() - make_interval(days => $days)', 'id'),
});

/** Sends the mails of the outbox, and deletes old ones. */
@Injectable()
export class MailJobs implements OnApplicationShutdown {
  private readonly delivery: Delivery;
  private readonly sender: MailSender;

  constructor(
    { mail, dataDir }: Config,
    sealer: Sealer,
    private readonly worker: ServerWorker,
  ) {
    this.delivery =
      mail.smtpUrl === null
        ? new FileDelivery(dataDir, mail.logLinks)
        : new SmtpDelivery(mail.smtpUrl, CONCURRENCY);
    this.sender = new MailSender(sealer, this.delivery, mail.from);
  }

  @Job<MailJob>(SEND_MAIL)
  send(run: JobRun<MailJob>): Promise<number> {
    return this.sender.send(run);
  }

  @Job('mails.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_MAILS, { limit, days: MAIL_DAYS }));
  }

  /** Closes the connections to the mail server after the last mail. */
  async onApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    this.delivery.close();
  }
}
