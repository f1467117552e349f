export {
  type EventJob,
  PROCESS_EVENT,
  STORE_EVENT_ERROR,
  STORE_PROCESSED,
  TAKE_EVENT,
} from './inbox.queries';
export { PaymentInbox } from './inbox.service';
export { type Payer, PaymentCustomers } from './payment-customers';
export * from './payment-provider';
export * from './payments.errors';
export * from './payments.module';
export { Connecting, type Connection, NotConnectable } from './connecting.service';
export { cardText } from './card-text';
export { type AccountAccess } from './adapters';
export { type ConnectedAccount, PaymentProviders } from './providers';
export { CUSTOMER_OF_CARD_PAGE, type SavedCard } from './cards.queries';
export { CardRequired, NoCardsHere, SavedCards } from './saved-cards.service';
