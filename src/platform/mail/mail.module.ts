import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailJobs } from './mail.jobs';
import { Mails } from './mails';
import { MailTemplate } from './mail-template.entity';
import { Mail } from './mail.entity';

/** Mails: the outbox for every domain, and the jobs that send and purge what is in it. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailTemplate, Mail])],
  providers: [Mails, MailJobs],
  exports: [Mails],
})
export class MailModule {}
