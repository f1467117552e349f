import { Module } from '@nestjs/common';
import { PagesModule } from '#pages';
import { Hints } from './hints';
import { MailsPage } from './mails-page';

/** What helps those who develop a website against the service. Part of `npm start` only: `npm run serve` does not load it. */
@Module({ imports: [PagesModule], providers: [Hints, MailsPage] })
export class DevelopmentModule {}
