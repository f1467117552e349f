import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContestsController } from './contests.controller';
import { ContestsService } from './contests.service';
import { ContestEntry } from './contest-entry.entity';
import { ContestPlan } from './contest-plan.entity';
import { Contest } from './contest.entity';

@Module({
  imports: [TypeOrmModule.forFeature([ContestEntry, ContestPlan, Contest])],
  controllers: [ContestsController],
  providers: [ContestsService],
})
export class ContestsModule {}
