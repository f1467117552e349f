export * from './checkout.errors';
export * from './checkout.module';
export { payerOf } from './buyers';
export { isPriced } from './checkout.rules';
export { CheckoutService, type Offer, type OrderForm, type Placement } from './checkout.service';
export * from './gifts.service';
export type { Amounts } from './complete-order';
export { type OwnOrder, PayableOrders, type Progress } from './payable-orders.service';
export {
  NothingPaid,
  NothingToRestore,
  Refunding,
  type RefundWish,
  usualEffect,
  WrongRefundAmount,
} from './refunding.service';
export { type ClubPayments, NoSuchEffect, PaymentTools } from './payment-tools.service';
export { Paying } from './paying.service';
export { COUNT_PROBLEMS, type ProblemKind, problemsBefore, RESOLVABLE } from './reconciling.queries';
