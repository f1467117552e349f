import { HttpClient } from '#libs/testing';
import type { MailFolder } from '../mail-folder';
import { Pages } from '../pages';
import { parseCurl } from './curl';
import type { Step } from './guide';
import { differences } from './shown';

/** The address of the service in the documents. */
export const PUBLIC_URL = 'http://localhost:3000';

/** Does what a guide says, with curl's cookie files and a browser. */
export class Reader {
  /** The cookies in the files of `-b` and `-c`. */
  private readonly files = new Map<string, string>();

  constructor(
    private readonly origin: string,
    private readonly mails: MailFolder,
  ) {}

  /** Follows a step; returns a line for each difference from what the guide shows. */
  async follow(step: Step): Promise<string[]> {
    try {
      if (step.kind === 'browser') return await this.browse(step.action);
      return differences(JSON.parse(step.answer), JSON.parse(await this.send(step.command)));
    } catch (error) {
      return [(error as Error).message.split('\n')[0]];
    }
  }

  /** Sends a request as curl does; returns the text of the answer. */
  private async send(command: string): Promise<string> {
    const { method, url, headers, body, cookiesFrom, cookiesTo } = parseCurl(command);
    const client = new HttpClient('', { 'user-agent': 'curl/8.0.0', accept: '*/*' });
    if (cookiesFrom !== undefined) client.cookies.store(this.cookiesIn(cookiesFrom).split('; '));
    const { text } = await client.request(method, this.here(url), { headers, body });
    if (cookiesTo !== undefined) this.files.set(cookiesTo, client.cookies.header() ?? '');
    return text;
  }

  /** Opens the link of a mail and types the password. */
  private async browse(action: string): Promise<string[]> {
    const [, email, password] = /^confirm (\S+) with (.+)$/.exec(action) ?? [];
    if (email === undefined || password === undefined) return [`unknown action: ${action}`];
    const { link } = await this.mails.next(email);
    const browser = new Pages(this.origin);
    const { links } = await browser.open('/mails');
    if (!Object.values(links).includes(link)) return ['the page /mails does not show the link'];
    const confirmed = await (await browser.open(link)).submit({ password });
    const { heading } = await confirmed.follow();
    return heading === 'Your email address is confirmed' ? [] : [`the last page is: ${heading}`];
  }

  private cookiesIn(file: string): string {
    const cookies = this.files.get(file);
    if (cookies === undefined) throw new Error(`no command has written the cookies ${file}`);
    return cookies;
  }

  /** An address of the guide, at the service under test. */
  private here(url: string): string {
    if (!url.startsWith(`${PUBLIC_URL}/`)) throw new Error(`not an address of the service: ${url}`);
    return this.origin + url.slice(PUBLIC_URL.length);
  }
}
