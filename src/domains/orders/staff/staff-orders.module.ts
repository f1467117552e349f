import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BatchParcel } from '../batch-parcel.entity';
import { IssueMail } from '../issue-mail.entity';
import { ParcelBatch } from '../parcel-batch.entity';
import { ParcelIssues } from './parcel-issues.service';
import { Parcels } from './parcels.service';
import { StaffOrdersController } from './staff-orders.controller';
import { StaffOrders } from './staff-orders.service';
import {
  StaffBatchesController,
  StaffIssuesController,
  StaffParcelsController,
} from './staff-parcels.controller';
import { TrackingImport } from './tracking-import';

/** What staff do with orders and parcels. */
@Module({
  imports: [TypeOrmModule.forFeature([BatchParcel, IssueMail, ParcelBatch])],
  controllers: [StaffBatchesController, StaffIssuesController, StaffOrdersController, StaffParcelsController],
  providers: [ParcelIssues, Parcels, StaffOrders, TrackingImport],
})
export class StaffOrdersModule {}
