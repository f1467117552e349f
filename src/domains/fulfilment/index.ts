export { type Buyer, HOLD_BUYER, holdBuyer, newBuyer, readBuyer } from './buyer';
export { type Amounts, completeOrder } from './complete-order';
export {
  type CheckoutStanding,
  checkoutStanding,
  kindOf,
  settledStanding,
  subscriberOf,
  type Term,
  termOf,
} from './standing.rules';
