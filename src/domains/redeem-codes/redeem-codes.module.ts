import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '#domains/plans';
import { CodeEntriesService } from './code-entries.service';
import { RedeemBatch, RedeemBatchPlan, RedeemCode, RedeemUse } from './redeem-code.entity';
import {
  StaffRedeemBatchesController,
  StaffRedeemCodesController,
} from './staff/staff-redeem-batches.controller';
import { StaffRedeemBatchesService } from './staff/staff-redeem-batches.service';
import './staff/redeem-codes.declarations';

@Module({
  imports: [PlansModule, TypeOrmModule.forFeature([RedeemBatch, RedeemBatchPlan, RedeemCode, RedeemUse])],
  controllers: [StaffRedeemBatchesController, StaffRedeemCodesController],
  providers: [CodeEntriesService, StaffRedeemBatchesService],
  exports: [CodeEntriesService],
})
export class RedeemCodesModule {}
