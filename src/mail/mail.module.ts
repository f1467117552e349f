import { Global, Module } from '@nestjs/common';
import { Mails } from './mails';
import { ServerMailWorker } from './server-mail-worker';

/** Mails: the outbox for every domain, and the worker that sends what is in it. */
@Global()
@Module({ providers: [Mails, ServerMailWorker], exports: [Mails] })
export class MailModule {}
