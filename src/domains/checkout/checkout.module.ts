import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { BenefitsModule } from '#domains/benefits';
import { PaymentsModule } from '#domains/payments';
import { PlansModule } from '#domains/plans';
import { AdoptedRefunds } from './adopted-refunds.service';
import { openOrdersInCatalogue } from './checkout.catalogue';
import { CheckoutJobs } from './checkout.jobs';
import { CheckoutService } from './checkout.service';
import { FanclubCounter } from './fanclub-counter.entity';
import { GiftsService } from './gifts.service';
import { Observing } from './observing.service';
import { OrderGift } from './order-gift.entity';
import { PayableOrders } from './payable-orders.service';
import { Paying } from './paying.service';
import { Payment } from './payment.entity';
import { PaymentFigures } from './payment-figures';
import { PaymentJobs } from './payment.jobs';
import { PaymentStray } from './payment-stray.entity';
import { PaymentTools } from './payment-tools.service';
import { PaymentTransition } from './payment-transition.entity';
import { Refund } from './refund.entity';
import { ReconcilingJobs } from './reconciling.jobs';
import { Reconciling } from './reconciling.service';
import { RefundJobs } from './refund.jobs';
import { RefundOutcome } from './refund-outcome.service';
import { Refunding } from './refunding.service';
import { Settling } from './settling.service';
import { StaffPaymentsController } from './staff/staff-payments.controller';
import { StaffRefundsController } from './staff/staff-refunds.controller';
import { StaffRefunds } from './staff/staff-refunds.service';

@Module({
  imports: [
    BenefitsModule,
    PaymentsModule,
    PlansModule,
    TypeOrmModule.forFeature([FanclubCounter, OrderGift, Payment, PaymentStray, PaymentTransition, Refund]),
  ],
  controllers: [StaffPaymentsController, StaffRefundsController],
  providers: [
    AdoptedRefunds,
    CheckoutJobs,
    CheckoutService,
    GiftsService,
    Observing,
    PayableOrders,
    Paying,
    PaymentFigures,
    PaymentJobs,
    PaymentTools,
    Reconciling,
    ReconcilingJobs,
    RefundJobs,
    Refunding,
    RefundOutcome,
    Settling,
    StaffRefunds,
  ],
  exports: [CheckoutService, GiftsService, PayableOrders, PaymentTools],
})
@InCatalogue(openOrdersInCatalogue)
export class CheckoutModule {}
