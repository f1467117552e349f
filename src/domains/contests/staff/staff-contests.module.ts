import { Module } from '@nestjs/common';
import { ContestEntries } from './contest-entries.service';
import { StaffContestsController } from './staff-contests.controller';

/** What staff do with contests and their entries. */
@Module({ controllers: [StaffContestsController], providers: [ContestEntries] })
export class StaffContestsModule {}
