import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { PresaleCodesJobs } from './presale-codes.jobs';
import './presale-codes.mails';
import './presale-codes.webhooks';
import { PresaleCodesService } from './presale-codes.service';
import { PresaleCode, PresalePool, PresalePoolPlan } from './presale-pool.entity';
import { presalePoolsInCatalogue } from './presale-pools.catalogue';
import './staff/presale-codes.declarations';
import { MemberCodesService } from './staff/member-codes.service';
import {
  MemberCodesController,
  PoolCodesController,
  PresaleCodeActionsController,
} from './staff/pool-codes.controller';
import { PoolCodesService } from './staff/pool-codes.service';
import { PoolFilesService } from './staff/pool-files.service';
import { PoolReportsService } from './staff/pool-reports.service';
import { StaffPoolsController } from './staff/staff-pools.controller';

@Module({
  imports: [TypeOrmModule.forFeature([PresaleCode, PresalePool, PresalePoolPlan])],
  controllers: [
    MemberCodesController,
    PoolCodesController,
    PresaleCodeActionsController,
    StaffPoolsController,
  ],
  providers: [
    MemberCodesService,
    PoolCodesService,
    PoolFilesService,
    PoolReportsService,
    PresaleCodesJobs,
    PresaleCodesService,
  ],
  exports: [PresaleCodesService],
})
@InCatalogue(presalePoolsInCatalogue)
export class PresaleCodesModule {}
