export * from './orders.errors';
export * from './orders.module';
export { DUE, LACKS_ADDRESS, LACKS_OPTION } from './parcel-conditions';
