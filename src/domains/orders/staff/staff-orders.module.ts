import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BatchParcel, ParcelBatch, IssueMail } from '../shipment.entity';
import { ParcelIssuesService } from './parcel-issues.service';
import { ParcelsService } from './parcels.service';
import { OrdersExportService } from './orders-export.service';
import { StaffOrdersController, StaffOrdersFileController } from './staff-orders.controller';
import { StaffOrdersService } from './staff-orders.service';
import {
  StaffBatchesController,
  StaffIssuesController,
  StaffParcelsController,
} from './staff-parcels.controller';
import { TrackingImportService } from './tracking-import.service';
import './orders.declarations';

/** What staff do with orders and parcels. */
@Module({
  imports: [TypeOrmModule.forFeature([BatchParcel, IssueMail, ParcelBatch])],
  controllers: [
    StaffBatchesController,
    StaffIssuesController,
    StaffOrdersController,
    StaffOrdersFileController,
    StaffParcelsController,
  ],
  providers: [
    OrdersExportService,
    ParcelIssuesService,
    ParcelsService,
    StaffOrdersService,
    TrackingImportService,
  ],
})
export class StaffOrdersModule {}
