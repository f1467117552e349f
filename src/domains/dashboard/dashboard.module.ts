import { Module } from '@nestjs/common';
import { StaffDashboardModule } from './staff/staff-dashboard.module';

/** Figures for staff; there is no public side. */
@Module({ imports: [StaffDashboardModule] })
export class DashboardModule {}
