import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config, isLoopback } from '#platform/config';
import { mailFolder } from '#platform/mail';
import { page, PageAnswers } from '#pages';
import { textOfMail } from './mail-text.rules';
import { isLoopbackHost } from './origin-hints.rules';
import { readMails } from './read-mails';

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
 * A page with all mails. Their links log people in, so only direct requests from this machine get the page. The `Host` header must
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
    this.host.httpAdapter
      .getInstance<FastifyInstance>()
      .get(MAILS_PATH, (request, reply) =>
        isLocalRequest(request) ? this.show(request, reply) : reply.callNotFound(),
      );
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const folder = mailFolder(this.config.dataDir);
    const mails = (await readMails(folder)).map(({ text, ...mail }) => ({ ...mail, text: textOfMail(text) }));
    const lead =
      mails.length === 0
        ? 'No mail has been written yet. Sign up, or ask for a new password, and reload this page.'
        : `The latest mails, newest first. They are files in ${folder}.`;
    return this.answers.prepare(request, reply, page('mails', 'Mails', { lead, mails }), null);
  }
}
