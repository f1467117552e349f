import { Module } from '@nestjs/common';
import { NextPeriod } from './next-period.service';
import { PlanFileController, PlanImportController } from './plans-csv.controller';
import { StaffPeriodsController } from './staff-periods.controller';
import { StaffPlansController } from './staff-plans.controller';
import { StaffUpgrades } from './staff-upgrades.service';

/** What staff do with sales periods, plans and upgrades. */
@Module({
  controllers: [PlanFileController, PlanImportController, StaffPeriodsController, StaffPlansController],
  providers: [NextPeriod, StaffUpgrades],
})
export class StaffPlansModule {}
