import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import type { MailContent, MailToQueue } from './mail';
import { QUEUE_MAIL } from './mails.queries';

/** The outbox of mails. */
@Injectable()
export class Mails {
  private readonly host: string;

  constructor(
    private readonly sealer: Sealer,
    { publicUrl }: Config,
  ) {
    this.host = new URL(publicUrl).hostname;
  }

  /**
   * Writes a mail into the outbox, in one statement. It is sent after the transaction has committed; see docs/mail.md.
   *
   * @param tx the transaction of the change that causes the mail
   */
  async queue(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    { kind, ...content }: MailToQueue,
  ): Promise<void> {
    await tx.run(QUEUE_MAIL, {
      fanclub: fanclub.id,
      kind,
      contentSealed: this.sealer.seal(JSON.stringify(content satisfies MailContent)),
      messageKey: `${randomUUID()}@${this.host}`,
    });
  }
}
