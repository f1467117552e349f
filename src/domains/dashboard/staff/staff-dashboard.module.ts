import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller';

/** Figures for staff. */
@Module({ controllers: [DashboardController] })
export class StaffDashboardModule {}
