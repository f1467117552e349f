import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ContestsController } from './contests.controller';
import { ContestsService } from './contests.service';
import { ContestEntry } from './contest-entry.entity';
import { ContestPlan } from './contest-plan.entity';
import { Contest } from './contest.entity';
import { contestsInCatalogue } from './contests.catalogue';
import { contestEntriesInCatalogue } from './contest-entries.catalogue';

@Module({
  imports: [TypeOrmModule.forFeature([ContestEntry, ContestPlan, Contest])],
  controllers: [ContestsController],
  providers: [ContestsService],
})
@InCatalogue(contestsInCatalogue, contestEntriesInCatalogue)
export class ContestsModule {}
