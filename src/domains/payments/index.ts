export * from './payment-provider';
export * from './payments.errors';
export * from './payments.module';
