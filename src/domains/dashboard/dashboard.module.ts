import { Module } from '@nestjs/common';
import { DashboardController } from './staff/dashboard.controller';
import { DashboardService } from './staff/dashboard.service';
import './staff/dashboard.declarations';

/** Figures for staff; there is no public side. */
@Module({
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
