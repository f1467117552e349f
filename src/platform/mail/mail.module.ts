import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailFigures } from './mail-figures';
import { MailJobs } from './mail.jobs';
import { Mails } from './mails';
import { MailTemplate, Mail } from './mail.entity';
import { SentMail } from './sent-mail.entity';

/** The outbox for mails of all domains, and the jobs that send and purge them. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailTemplate, Mail, SentMail])],
  providers: [Mails, MailFigures, MailJobs],
  exports: [Mails],
})
export class MailModule {}
