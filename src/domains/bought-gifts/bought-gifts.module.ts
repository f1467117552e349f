import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoughtGift } from './bought-gift.entity';
import { BoughtGiftJobs } from './bought-gifts.jobs';
import './bought-gifts.mails';
import { BoughtGiftsService } from './bought-gifts.service';

@Module({
  imports: [TypeOrmModule.forFeature([BoughtGift])],
  providers: [BoughtGiftJobs, BoughtGiftsService],
  exports: [BoughtGiftsService],
})
export class BoughtGiftsModule {}
