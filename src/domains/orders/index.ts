export * from './orders.errors';
export * from './orders.module';
