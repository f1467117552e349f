import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { BenefitsModule } from '#domains/benefits';
import { PaymentProvidersModule } from '#domains/payment-providers';
import { PaymentsModule } from '#domains/payments';
import { PlansModule } from '#domains/plans';
import { openOrdersInCatalogue } from './checkout.catalogue';
import { CheckoutService } from './checkout.service';
import { GiftsService } from './gifts.service';
import { OffersService } from './offers.service';
import { OrderGift } from './order-gift.entity';

@Module({
  imports: [
    BenefitsModule,
    PaymentProvidersModule,
    PaymentsModule,
    PlansModule,
    TypeOrmModule.forFeature([OrderGift]),
  ],
  providers: [CheckoutService, GiftsService, OffersService],
  exports: [CheckoutService, GiftsService, OffersService],
})
@InCatalogue(openOrdersInCatalogue)
export class CheckoutModule {}
