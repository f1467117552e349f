import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansController } from './plans.controller';
import { PlansService } from './plans.service';
import { PackageItem } from './package-item.entity';
import { Package } from './package.entity';
import { PlanUpgrade } from './plan-upgrade.entity';
import { Plan } from './plan.entity';
import { SalesPeriod } from './sales-period.entity';

@Module({
  imports: [TypeOrmModule.forFeature([PackageItem, Package, PlanUpgrade, Plan, SalesPeriod])],
  controllers: [PlansController],
  providers: [PlansService],
  exports: [PlansService],
})
export class PlansModule {}
