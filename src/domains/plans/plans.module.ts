import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { StaffPlansModule } from './staff/staff-plans.module';
import { PlansPreviewController } from './staff/plans-preview.controller';
import { PlansController } from './plans.controller';
import { PlansService } from './plans.service';
import { PackageItem } from './package-item.entity';
import { Package } from './package.entity';
import { PlanUpgrade } from './plan-upgrade.entity';
import { Plan } from './plan.entity';
import { SalesPeriod } from './sales-period.entity';
import { plansInCatalogue } from './plans.catalogue';
import { salesPeriodsInCatalogue } from './sales-periods.catalogue';

@Module({
  imports: [
    StaffPlansModule,
    TypeOrmModule.forFeature([PackageItem, Package, PlanUpgrade, Plan, SalesPeriod]),
  ],
  controllers: [PlansController, PlansPreviewController],
  providers: [PlansService],
  exports: [PlansService],
})
@InCatalogue(plansInCatalogue, salesPeriodsInCatalogue)
export class PlansModule {}
