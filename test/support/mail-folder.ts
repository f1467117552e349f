import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { unescaped } from './page-html';

/** Milliseconds from a request until its mail is in the folder. */
const TIMEOUT = 10_000;

/** A mail as its recipient sees it. */
export interface ReadMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The URL of the mail's button. */
  link: string;
}

/** The folder of a service that writes its mails to files: a mailbox for all addresses. */
export class MailFolder {
  private readonly read = new Set<string>();

  /** @param dataDir the service's DATA_DIR */
  constructor(private readonly dataDir: string) {}

  /** The oldest unread mail to an address; waits until there is one. */
  async next(to: string): Promise<ReadMail> {
    const since = performance.now();
    while (performance.now() - since < TIMEOUT) {
      const mail = await this.unread(to);
      if (mail) return mail;
      await sleep(20);
    }
    throw new Error(`no mail to ${to}`);
  }

  private async unread(to: string): Promise<ReadMail | null> {
    const folder = join(this.dataDir, 'mails');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.filter((one) => !this.read.has(one))) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      if (mail.to?.[0]?.address !== to) continue;
      this.read.add(name);
      const { subject = '', text = '', html = '' } = mail;
      const [, link = ''] = /<a\b[^>]*href="([^"]*\/fanclubs\/[^"]*)"/.exec(html) ?? [];
      return { to, subject, text, html, link: unescaped(link) };
    }
    return null;
  }
}
