import { Module } from '@nestjs/common';
import { DashboardController } from './staff/dashboard.controller';

/** Figures for staff. */
@Module({ controllers: [DashboardController] })
export class DashboardModule {}
