import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { StaffBenefitsModule } from './staff/staff-benefits.module';
import { BenefitsPreviewController } from './staff/benefits-preview.controller';
import { BenefitsController } from './benefits.controller';
import { BenefitsService } from './benefits.service';
import { BenefitPlan } from './benefit-plan.entity';
import { Benefit } from './benefit.entity';
import { benefitsInCatalogue } from './benefits.catalogue';

@Module({
  imports: [StaffBenefitsModule, TypeOrmModule.forFeature([BenefitPlan, Benefit])],
  controllers: [BenefitsController, BenefitsPreviewController],
  providers: [BenefitsService],
  exports: [BenefitsService],
})
@InCatalogue(benefitsInCatalogue)
export class BenefitsModule {}
