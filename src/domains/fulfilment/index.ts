export { type Buyer, HOLD_BUYER, holdBuyer, newBuyer, readBuyer } from './buyer';
export { type Amounts, type Completed, completeOrder } from './complete-order';
export { giftStanding, giftTerm, type NoTerm, OPEN_TERMS } from './gift-term';
export {
  type CheckoutStanding,
  checkoutStanding,
  givesNothing,
  kindOf,
  seasonLength,
  settledStanding,
  subscriberOf,
  type Term,
  termEndOf,
  termOf,
} from './standing.rules';
