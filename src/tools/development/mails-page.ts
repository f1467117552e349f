import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config, isLoopback } from '#platform/config';
import { mailFolder } from '#platform/mail';
import { page, PageAnswers } from '#pages';
import { textOfMail } from './mail-text.rules';
import { isLoopbackHost } from './origin-hints.rules';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** The path of the page. */
export const MAILS_PATH = '/mails';

/** Whether the service has the page: mails are written as files, and only this machine can reach the service. */
export function showsMails({
  host,
  mail,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'mail' | 'publicUrl' | 'trustedProxies'>): boolean {
  const isLocal = isLoopback(host) && isLoopback(new URL(publicUrl).hostname) && trustedProxies.length === 0;
  return mail.smtpUrl === null && isLocal;
}

type MailRequest = FastifyRequest<{ Params: { mail?: string } }>;

/** Mails have inline styles and the fan club's logo. They run nothing, send nothing, and only pages of the service frame them. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https:',
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-top-navigation-by-user-activation',
].join('; ');

const TOP = '<base target="_top">';

/** Headers that proxies add. A request with one of them may come from any machine. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const isLocalRequest = ({ headers }: FastifyRequest): boolean =>
  isLoopbackHost(headers.host ?? '') && FORWARDED.every((name) => headers[name] === undefined);

/**
 * Pages with all mails. Their links log people in, so only direct requests from this machine get the pages. The `Host` header must
 * have a loopback name, because a website could point its own name to 127.0.0.1.
 */
@Injectable()
export class MailsPage implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly answers: PageAnswers,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    if (!showsMails(this.config)) return;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const serve = (path: string, answer: (request: MailRequest, reply: FastifyReply) => unknown): void =>
      void fastify.get<{ Params: { mail?: string } }>(path, (request, reply) =>
        isLocalRequest(request) ? answer(request, reply) : reply.callNotFound(),
      );
    serve(MAILS_PATH, (request, reply) => this.show(request, reply));
    serve(`${MAILS_PATH}/:mail`, (request, reply) => this.show(request, reply));
    serve(`${MAILS_PATH}/:mail/html`, (request, reply) => this.showHtml(request, reply));
  }

  /** The list of mails, with one of them: that of the path, else the newest. */
  private async show(request: MailRequest, reply: FastifyReply): Promise<unknown> {
    const { mail: name } = request.params;
    const mails = await readMails(this.folder);
    const chosen = name === undefined ? null : await readMailNamed(this.folder, name);
    if (name !== undefined && chosen === null) return reply.callNotFound();
    const shown = chosen ?? mails[0] ?? null;
    const lead =
      mails.length === 0
        ? 'No mail has been written yet. Sign up, or ask for a new password, and reload this page.'
        : `The latest mails, newest first. They are files in ${this.folder}.`;
    const content = {
      lead,
      list: MAILS_PATH,
      mails: mails.map((mail) => ({
        ...factsOf(mail),
        href: addressOf(mail),
        isShown: mail.name === shown?.name,
      })),
      shown: shown && {
        ...factsOf(shown),
        text: textOfMail(shown.text),
        html: shown.html === null ? null : `${addressOf(shown)}/html`,
      },
      isChosen: chosen !== null,
    };
    const hasFrame = shown?.html != null;
    return this.answers.prepare(request, reply, { ...page('mails', 'Mails', content), hasFrame }, null);
  }

  /** The HTML of a mail, for the frame of its page. Its links open in the window. */
  private async showHtml({ params }: MailRequest, reply: FastifyReply): Promise<unknown> {
    const mail = await readMailNamed(this.folder, params.mail ?? '');
    if (mail?.html == null) return reply.callNotFound();
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(withTopLinks(mail.html));
  }

  private get folder(): string {
    return mailFolder(this.config.dataDir);
  }
}

/** The HTML, with links that open in the window. A document keeps its doctype, and with it its layout. */
const withTopLinks = (html: string): string =>
  /<head\b/i.test(html) ? html.replace(/<head\b[^>]*>/i, `$&${TOP}`) : TOP + html;

const factsOf = ({ subject, to, written }: WrittenMail) => ({ subject, to, written });

const addressOf = ({ name }: WrittenMail): string => `${MAILS_PATH}/${name}`;

/** The number of mails that are shown. Older ones are not. */
const MAX_MAILS = 100;

/** The file names of `FileDelivery`: the time of queuing, the kind and the id. */
const FILE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+-(\d+)\.eml$/;

/** A mail that was written as a file. */
export interface WrittenMail {
  /** The name of its file, without `.eml`. */
  name: string;
  subject: string;
  to: string;
  text: string;
  /** Null if it has no HTML. */
  html: string | null;
  /** `2026-01-31 12:00:00 UTC` */
  written: string;
}

/** The latest {@link MAX_MAILS} mails in a folder, newest first; empty if there is no folder. */
export async function readMails(folder: string): Promise<WrittenMail[]> {
  const names = await readdir(folder).catch(() => []);
  const latest = names
    .filter((name) => FILE.test(name))
    .sort(newestFirst)
    .slice(0, MAX_MAILS);
  const mails = await Promise.all(latest.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

/** One mail; null if there is no such file. */
export async function readMailNamed(folder: string, name: string): Promise<WrittenMail | null> {
  return FILE.test(`${name}.eml`) ? readMail(folder, `${name}.eml`) : null;
}

/** Null if the file no longer exists. */
async function readMail(folder: string, name: string): Promise<WrittenMail | null> {
  const file = await readFile(join(folder, name)).catch(() => null);
  if (!file) return null;
  const { subject = '', to, text = '', html = null } = await PostalMime.parse(file);
  return {
    name: name.replace(/\.eml$/, ''),
    subject,
    to: to?.map(({ address }) => address).join(', ') ?? '',
    text,
    html,
    written: name.replace(FILE, '$1-$2-$3 $4:$5:$6 UTC'),
  };
}

/** Sorts by time, and by id within the same second. */
function newestFirst(one: string, other: string): number {
  const [time, id] = placeOf(one);
  const [otherTime, otherId] = placeOf(other);
  return time === otherTime ? Number(otherId) - Number(id) : time < otherTime ? 1 : -1;
}

const placeOf = (name: string): [time: string, id: string] => [name.slice(0, 16), FILE.exec(name)?.[7] ?? ''];
