import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BenefitsController } from './benefits.controller';
import { BenefitsService } from './benefits.service';
import { BenefitPlan } from './benefit-plan.entity';
import { Benefit } from './benefit.entity';

@Module({
  imports: [TypeOrmModule.forFeature([BenefitPlan, Benefit])],
  controllers: [BenefitsController],
  providers: [BenefitsService],
  exports: [BenefitsService],
})
export class BenefitsModule {}
