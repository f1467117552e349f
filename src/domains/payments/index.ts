export { type AccountMonth, BookingsService, isMonth } from './bookings/bookings.service';
export { type BookedTotals } from './bookings/booking.rules';
export { CURRENT_CARD, type SavedCard } from './customers/cards.queries';
export { type Payer, PaymentCustomersService, payerOf } from './customers/payment-customers.service';
export { erasePayer } from './customers/erased-payers';
export { isEnteringCard, movePayer } from './customers/merged-payers';
export {
  CardRequired,
  NoCardsHere,
  SavedCardsService,
  type StoredCard,
} from './customers/saved-cards.service';
export { closeOrder } from './attempts/close-order';
export { ObservationsService } from './attempts/observations.service';
export {
  type OrderVisitor,
  type OwnOrder,
  PayableOrdersService,
  type Progress,
} from './attempts/payable-orders.service';
export { type ClubPayments, PaymentCommandsService } from './payment-commands.service';
export { isLive } from './attempts/payment.states';
export { CURRENT_PAYMENT, EXPECTED_MONEY, LAST_CHARGE, type PaymentRow } from './attempts/payments.queries';
export { type ChargeToSend, SavedCardChargesService } from './attempts/saved-card-charges.service';
export { cardText, giftText } from './mails/mail-facts';
export { PaymentPagesService } from './attempts/payment-pages.service';
export { HAS_MONEY, holdPayments, MONEY_ON_ITS_WAY } from './open-money';
export * from './payments.errors';
export * from './payments.module';
export {
  COUNT_PROBLEMS,
  PROBLEM_KINDS,
  type ProblemKind,
  PROBLEMS_OF_CUSTOMER,
  problemsBefore,
} from './problems/problems.queries';
export { REFUND_EFFECTS, type RefundEffect } from './refunds/refund.entity';
export * from './refunds/refund.errors';
export { RefundsService, type RefundWish } from './refunds/refunds.service';
export { RESOLVABLE } from './problems/resolutions';
