import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '#domains/plans';
import { PlanStock, StockItem } from './plan-stock.entity';
import { StaffStockController } from './staff/staff-stock.controller';
import { StaffStockService } from './staff/staff-stock.service';
import { StockJobs } from './stock.jobs';
import './stock.mails';
import { WaitingEntry } from './waiting-entry.entity';
import { WaitingListService } from './waiting-list.service';

@Module({
  imports: [PlansModule, TypeOrmModule.forFeature([PlanStock, StockItem, WaitingEntry])],
  controllers: [StaffStockController],
  providers: [StaffStockService, StockJobs, WaitingListService],
  exports: [WaitingListService],
})
export class StockModule {}
