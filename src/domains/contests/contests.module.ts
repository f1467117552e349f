import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ContestsPreviewController, StaffContestsController } from './staff/staff-contests.controller';
import { ContestsController } from './contests.controller';
import { ContestsService } from './contests.service';
import { ContestExclusion, ContestEntry, ContestPlan, Contest } from './contest.entity';
import { contestsInCatalogue } from './contests.catalogue';
import { contestEntriesInCatalogue } from './contest-entries.catalogue';
import { ContestEntriesService } from './staff/contest-entries.service';
import './staff/contests.declarations';

@Module({
  imports: [TypeOrmModule.forFeature([ContestEntry, ContestExclusion, ContestPlan, Contest])],
  controllers: [ContestsController, ContestsPreviewController, StaffContestsController],
  providers: [ContestsService, ContestEntriesService],
  exports: [ContestsService],
})
@InCatalogue(contestsInCatalogue, contestEntriesInCatalogue)
export class ContestsModule {}
