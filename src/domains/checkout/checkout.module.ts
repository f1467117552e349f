import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BenefitsModule } from '#domains/benefits';
import { PlansModule } from '#domains/plans';
import { CheckoutJobs } from './checkout.jobs';
import { CheckoutService } from './checkout.service';
import { GiftsService } from './gifts.service';
import { OrderGift } from './order-gift.entity';
import { FanclubCounter } from './fanclub-counter.entity';
import { Payment } from './payment.entity';
import { PaymentTransition } from './payment-transition.entity';
import { Refund } from './refund.entity';
import { NoPayments, Payments } from './payments';

@Module({
  imports: [
    BenefitsModule,
    PlansModule,
    TypeOrmModule.forFeature([FanclubCounter, OrderGift, Payment, PaymentTransition, Refund]),
  ],
  providers: [CheckoutJobs, CheckoutService, GiftsService, { provide: Payments, useClass: NoPayments }],
  exports: [CheckoutService, GiftsService],
})
export class CheckoutModule {}
