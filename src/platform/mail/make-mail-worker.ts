import type { Sealer } from '#libs/sealed';
import type { Config } from '#platform/config';
import type { Delivery, MailLog } from './delivery';
import { FileDelivery } from './file-delivery';
import { MailSender } from './mail-sender';
import { CONCURRENCY, MailWorker } from './mail-worker';
import { SmtpDelivery } from './smtp-delivery';

/** The worker of a configuration. */
export function makeMailWorker(config: Config, sealer: Sealer, log: MailLog): MailWorker {
  const delivery = deliveryOf(config, log);
  const defaultAddress = config.mail.from;
  return new MailWorker({
    databaseUrl: config.database.url,
    log,
    delivery,
    retention: config.retention,
    sender: (outbox) => new MailSender({ outbox, sealer, delivery, defaultAddress, log }),
  });
}

function deliveryOf({ mail, dataDir }: Config, log: MailLog): Delivery {
  return mail.smtpUrl === null
    ? new FileDelivery(dataDir, log, mail.logLinks)
    : new SmtpDelivery(mail.smtpUrl, CONCURRENCY);
}
