import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { StaffContestsModule } from './staff/staff-contests.module';
import { ContestsPreviewController } from './staff/contests-preview.controller';
import { ContestsController } from './contests.controller';
import { ContestsService } from './contests.service';
import { ContestExclusion } from './contest-exclusion.entity';
import { ContestEntry } from './contest-entry.entity';
import { ContestPlan } from './contest-plan.entity';
import { Contest } from './contest.entity';
import { contestsInCatalogue } from './contests.catalogue';
import { contestEntriesInCatalogue } from './contest-entries.catalogue';

@Module({
  imports: [
    StaffContestsModule,
    TypeOrmModule.forFeature([ContestEntry, ContestExclusion, ContestPlan, Contest]),
  ],
  controllers: [ContestsController, ContestsPreviewController],
  providers: [ContestsService],
  exports: [ContestsService],
})
@InCatalogue(contestsInCatalogue, contestEntriesInCatalogue)
export class ContestsModule {}
