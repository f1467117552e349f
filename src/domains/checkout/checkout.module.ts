import { Module } from '@nestjs/common';
import { BenefitsModule } from '#domains/benefits';
import { PlansModule } from '#domains/plans';
import { CheckoutJobs } from './checkout.jobs';
import { CheckoutService } from './checkout.service';
import { NoPayments, Payments } from './payments';

@Module({
  imports: [BenefitsModule, PlansModule],
  providers: [CheckoutJobs, CheckoutService, { provide: Payments, useClass: NoPayments }],
  exports: [CheckoutService],
})
export class CheckoutModule {}
