export * from './checkout.errors';
export * from './checkout.module';
export { CheckoutService, type Offer, type Placement } from './checkout.service';
export * from './gifts.service';
export type { Amounts } from './complete-order';
export { type OrderAwaitingPayment, Payments } from './payments';
