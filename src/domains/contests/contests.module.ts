import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ContestsPreviewController, StaffContestsController } from './staff/staff-contests.controller';
import { ContestsController } from './contests.controller';
import { ContestsService } from './contests.service';
import { ContestExclusion, ContestEntry, ContestPlan, Contest } from './contest.entity';
import { contestsInCatalogue } from './contests.catalogue';
import { contestEntriesInCatalogue } from './contest-entries.catalogue';
import { ContestDraw, ContestWinner } from './contest-draw.entity';
import { DrawJobs } from './draws.jobs';
import { ContestEntriesService } from './staff/contest-entries.service';
import { ContestListsService } from './staff/contest-lists.service';
import { ContestDrawsService } from './staff/contest-draws.service';
import { ContestsToDoController, StaffDrawsController } from './staff/staff-draws.controller';
import { StaffWinnersService } from './staff/staff-winners.service';
import { DrawFiles } from './draw-files';
import { DrawsService } from './draws.service';
import { EntryReaderships } from './entry-readerships';
import { WinnersService } from './winners.service';
import './contests.mails';
import './contests.webhooks';
import './staff/contests.declarations';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ContestDraw,
      ContestEntry,
      ContestExclusion,
      ContestPlan,
      ContestWinner,
      Contest,
    ]),
  ],
  controllers: [
    ContestsController,
    ContestsPreviewController,
    ContestsToDoController,
    StaffContestsController,
    StaffDrawsController,
  ],
  providers: [
    ContestDrawsService,
    ContestEntriesService,
    ContestListsService,
    ContestsService,
    DrawFiles,
    DrawJobs,
    DrawsService,
    EntryReaderships,
    StaffWinnersService,
    WinnersService,
  ],
  exports: [ContestsService, DrawsService, WinnersService],
})
@InCatalogue(contestsInCatalogue, contestEntriesInCatalogue)
export class ContestsModule {}
