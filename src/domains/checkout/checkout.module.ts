import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { BenefitsModule } from '#domains/benefits';
import { BoughtGiftsModule } from '#domains/bought-gifts';
import { PaymentProvidersModule } from '#domains/payment-providers';
import { PaymentsModule } from '#domains/payments';
import { PlansModule } from '#domains/plans';
import { openOrdersInCatalogue } from './checkout.catalogue';
import { GiftPurchasesService } from './gift-purchases.service';
import { CheckoutService } from './checkout.service';
import { GiftsService } from './gifts.service';
import { OffersService } from './offers.service';
import { OrderGift } from './order-gift.entity';

@Module({
  imports: [
    BenefitsModule,
    BoughtGiftsModule,
    PaymentProvidersModule,
    PaymentsModule,
    PlansModule,
    TypeOrmModule.forFeature([OrderGift]),
  ],
  providers: [CheckoutService, GiftPurchasesService, GiftsService, OffersService],
  exports: [CheckoutService, GiftPurchasesService, GiftsService, OffersService],
})
@InCatalogue(openOrdersInCatalogue)
export class CheckoutModule {}
