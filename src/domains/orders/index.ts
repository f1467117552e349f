export { orderListItem } from './order.serializer';
export * from './orders.errors';
export * from './orders.module';
export { OrdersService } from './orders.service';
export { DUE, LACKS_ADDRESS, LACKS_OPTION } from './parcel-conditions';
