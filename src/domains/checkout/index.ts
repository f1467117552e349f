export type { Lacking } from './assessment';
export * from './checkout.errors';
export * from './checkout.module';
export { isPriced } from './checkout.rules';
export { CheckoutService } from './checkout.service';
export type { Placement } from './order-form';
export * from './gifts.service';
export { type Offer, OffersService } from './offers.service';
export { type Destination, isChargeable, type Quote, quoteFor } from './quote.rules';
