import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobLog } from '#platform/jobs';
import { type ComposedMail, type Delivery, messageOf } from './delivery';

/** The folder of written mails, below the data folder. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mails');
}

/** Writes mails as `.eml` files if no mail server is set, and logs each. */
export class FileDelivery implements Delivery {
  private readonly folder: string;

  constructor(
    private readonly dataDir: string,
    /** Whether links are logged. Readers of the log can then use them. */
    private readonly logLinks: boolean,
  ) {
    this.folder = mailFolder(dataDir);
  }

  /** The file's name is the same at each attempt, so a repeated attempt replaces the file. */
  async deliver(mail: ComposedMail, _signal: AbortSignal, log: JobLog): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transporter.sendMail(messageOf(mail));
    const instant = mail.queuedAt.toISOString().replace(/[-:]|\.\d+/g, '');
    const file = join(this.folder, `${instant}-${mail.kind}-${mail.id}.eml`);
    await this.makeFolder();
    await this.write(file, message as Buffer);
    const { id, fanclubId, kind, link } = mail;
    log.info({ mail: id, fanclub: fanclubId, kind, file, ...(this.logLinks && { link }) }, 'mail written');
  }

  close(): void {}

  private async makeFolder(): Promise<void> {
    // Other accounts, such as the embedded database's, may open paths below the data folder, but not in this folder.
    await mkdir(this.dataDir, { recursive: true, mode: 0o711 });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Writes a draft and renames it, so that programs that watch the folder see only complete files. */
  private async write(file: string, message: Buffer): Promise<void> {
    const draft = `${file}.${process.pid}.tmp`;
    try {
      await writeFile(draft, message, { mode: 0o600, flush: true });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}
