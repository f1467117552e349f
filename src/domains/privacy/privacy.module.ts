import { Module } from '@nestjs/common';
import { ErasureJobs } from './erasure.jobs';
import { ErasuresService } from './erasures.service';
import './privacy.declarations';
import './staff/privacy.declarations';
import { StaffErasuresController } from './staff/staff-erasures.controller';
import { StaffErasuresService } from './staff/staff-erasures.service';

@Module({
  controllers: [StaffErasuresController],
  providers: [ErasureJobs, ErasuresService, StaffErasuresService],
  exports: [ErasuresService],
})
export class PrivacyModule {}
