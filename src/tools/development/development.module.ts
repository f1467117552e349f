import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PagesModule } from '#pages';
import { Hints } from './hints';
import { MailsPage } from './mails-page';

/** Help for developers of websites. `npm start` loads it, `npm run serve` does not. */
@Module({ imports: [DiscoveryModule, PagesModule], providers: [Hints, MailsPage] })
export class DevelopmentModule {}
