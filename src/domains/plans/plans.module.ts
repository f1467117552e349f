import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import {
  PlanFileController,
  PlansPreviewController,
  StaffPlansController,
  StaffPeriodsController,
} from './staff/staff-plans.controller';
import { PlansController } from './plans.controller';
import { PlansService } from './plans.service';
import { PackageItem, Package } from './package.entity';
import { PlanUpgrade, Plan, SalesPeriod } from './plan.entity';
import { plansInCatalogue } from './plans.catalogue';
import { salesPeriodsInCatalogue } from './sales-periods.catalogue';
import { NextPeriodService } from './staff/next-period.service';
import { StaffUpgradesService } from './staff/staff-upgrades.service';
import './staff/plans.declarations';

@Module({
  imports: [TypeOrmModule.forFeature([PackageItem, Package, PlanUpgrade, Plan, SalesPeriod])],
  controllers: [
    PlansController,
    PlansPreviewController,
    PlanFileController,
    StaffPeriodsController,
    StaffPlansController,
  ],
  providers: [PlansService, NextPeriodService, StaffUpgradesService],
  exports: [PlansService],
})
@InCatalogue(plansInCatalogue, salesPeriodsInCatalogue)
export class PlansModule {}
