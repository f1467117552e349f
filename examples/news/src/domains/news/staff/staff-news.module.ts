import { Module } from '@nestjs/common';
import { StaffNewsController } from './staff-news.controller';

/** What staff do with news. */
@Module({ controllers: [StaffNewsController] })
export class StaffNewsModule {}
