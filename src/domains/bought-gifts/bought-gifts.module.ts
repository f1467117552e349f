import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '#domains/plans';
import { BoughtGift } from './bought-gift.entity';
import { BoughtGiftJobs } from './bought-gifts.jobs';
import './bought-gifts.mails';
import './staff/bought-gifts.declarations';
import { StaffBoughtGiftsController } from './staff/staff-bought-gifts.controller';
import { StaffBoughtGiftsService } from './staff/staff-bought-gifts.service';
import { BoughtGiftsService } from './bought-gifts.service';

@Module({
  imports: [TypeOrmModule.forFeature([BoughtGift]), PlansModule],
  controllers: [StaffBoughtGiftsController],
  providers: [BoughtGiftJobs, BoughtGiftsService, StaffBoughtGiftsService],
  exports: [BoughtGiftsService],
})
export class BoughtGiftsModule {}
