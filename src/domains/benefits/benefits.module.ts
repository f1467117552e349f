import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { BenefitsPreviewController, StaffBenefitsController } from './staff/staff-benefits.controller';
import { BenefitsController } from './benefits.controller';
import { BenefitsService } from './benefits.service';
import { BenefitPlan, Benefit } from './benefit.entity';
import { benefitsInCatalogue } from './benefits.catalogue';
import './staff/benefits.declarations';

@Module({
  imports: [TypeOrmModule.forFeature([BenefitPlan, Benefit])],
  controllers: [BenefitsController, BenefitsPreviewController, StaffBenefitsController],
  providers: [BenefitsService],
  exports: [BenefitsService],
})
@InCatalogue(benefitsInCatalogue)
export class BenefitsModule {}
