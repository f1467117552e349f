import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mails } from './mails';
import { ServerMailWorker } from './server-mail-worker';
import { MailTemplate } from './mail-template.entity';
import { Mail } from './mail.entity';

/** Mails: the outbox for every domain, and the worker that sends what is in it. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailTemplate, Mail])],
  providers: [Mails, ServerMailWorker],
  exports: [Mails],
})
export class MailModule {}
