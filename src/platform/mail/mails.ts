import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { KeyedDigest, Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import { type MailContent, type MailKind, MAILS, type MailToQueue } from './mail-kinds';
import { QUEUE_MAIL, QUEUE_MAILS } from './mails.queries';

/** The outbox of mails. */
@Injectable()
export class Mails {
  private readonly host: string;
  /** One for each encryption key, the present one first. */
  private readonly digests: readonly KeyedDigest[];

  constructor(
    private readonly sealer: Sealer,
    { publicUrl, encryptionKeys }: Config,
  ) {
    this.host = new URL(publicUrl).hostname;
    this.digests = encryptionKeys.map((key) => new KeyedDigest(key, 'mails'));
  }

  /**
   * Writes a mail into the outbox, in one statement. It is sent after the transaction has committed; see docs/mail.md.
   *
   * @param tx the transaction of the change that causes the mail
   */
  queue(tx: Statements, fanclub: Pick<FanclubInfo, 'id'>, { kind, ...content }: MailToQueue): Promise<void> {
    return this.write(tx, fanclub, kind, content);
  }

  /**
   * Writes mails of one kind into the outbox, in one statement. `contents` holds what each mail adds to its kind.
   * @returns the ids of the mails, in the order of `contents`
   */
  async queueAll<K extends MailKind>(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    kind: K,
    contents: readonly Omit<Extract<MailToQueue, { readonly kind: K }>, 'kind'>[],
  ): Promise<number[]> {
    if (contents.length === 0) return [];
    const messageKeys = contents.map(() => this.messageKey());
    const queued = await tx.rows(QUEUE_MAILS, {
      fanclub: fanclub.id,
      kind,
      contentsSealed: contents.map((content) => this.sealer.seal(JSON.stringify(content))),
      messageKeys,
      addressDigests: contents.map(({ to }) => this.digestsOf(to)[0]),
    });
    const ids = new Map(queued.map(({ messageKey, id }) => [messageKey, id]));
    return messageKeys.map((key) => ids.get(key)!);
  }

  /** Queues a mail of any kind, with its sample data. */
  queueSample(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    kind: MailKind,
    content: MailContent,
  ): Promise<void> {
    return this.write(tx, fanclub, kind, { ...content, ...MAILS.get(kind).sample });
  }

  private async write(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    kind: MailKind,
    content: MailContent,
  ): Promise<void> {
    await tx.run(QUEUE_MAIL, {
      fanclub: fanclub.id,
      kind,
      contentSealed: this.sealer.seal(JSON.stringify(content)),
      messageKey: this.messageKey(),
      addressDigest: this.digestsOf(content.to)[0],
    });
  }

  /** The digests under which the outbox may have mails to an address: with the present encryption key, and with former ones. */
  digestsOf(address: string): Buffer[] {
    return this.digests.map((digest) => digest.of(address.toLowerCase()));
  }

  private messageKey(): string {
    return `${randomUUID()}@${this.host}`;
  }
}
