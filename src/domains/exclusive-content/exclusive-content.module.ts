import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BenefitsModule } from '#domains/benefits';
import { BenefitItem } from './benefit-item.entity';
import { DownloadAddresses } from './download-addresses';
import { ExclusiveContentJobs } from './exclusive-content.jobs';
import { ExclusiveContentService } from './exclusive-content.service';
import './staff/exclusive-content.declarations';
import {
  StaffBenefitContentController,
  StaffBenefitItemsController,
} from './staff/staff-benefit-items.controller';
import { StaffBenefitItemsService } from './staff/staff-benefit-items.service';

@Module({
  imports: [BenefitsModule, TypeOrmModule.forFeature([BenefitItem])],
  controllers: [StaffBenefitContentController, StaffBenefitItemsController],
  providers: [DownloadAddresses, ExclusiveContentJobs, ExclusiveContentService, StaffBenefitItemsService],
  exports: [ExclusiveContentService],
})
export class ExclusiveContentModule {}
