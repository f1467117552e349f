import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PrivacyModule } from '#domains/privacy';
import { RetentionJobs } from './retention.jobs';
import { RetentionRule } from './retention-rule.entity';
import { RetentionRunsService } from './retention-runs.service';
import './staff/retention.declarations';
import { StaffRetentionController } from './staff/staff-retention.controller';
import { StaffRetentionService } from './staff/staff-retention.service';

/** How long a fan club keeps what nobody uses any more. */
@Module({
  imports: [PrivacyModule, TypeOrmModule.forFeature([RetentionRule])],
  controllers: [StaffRetentionController],
  providers: [RetentionJobs, RetentionRunsService, StaffRetentionService],
})
export class RetentionModule {}
