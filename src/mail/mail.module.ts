import { Global, Module } from '@nestjs/common';
import { Mails } from './mails';

/** Mails: the outbox for every domain, and the worker that sends what is in it. */
@Global()
@Module({ providers: [Mails], exports: [Mails] })
export class MailModule {}
