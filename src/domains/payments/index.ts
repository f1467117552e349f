export { type AccountAccess } from './adapters';
export { type Payer, PaymentCustomers } from './payment-customers';
export * from './payment-provider';
export * from './payments.errors';
export * from './payments.module';
export { type ConnectedAccount, PaymentProviders } from './providers';
