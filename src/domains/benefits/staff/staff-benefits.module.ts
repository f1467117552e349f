import { Module } from '@nestjs/common';
import { StaffBenefitsController } from './staff-benefits.controller';

/** What staff do with benefits. */
@Module({ controllers: [StaffBenefitsController] })
export class StaffBenefitsModule {}
