export { Order } from './order.entity';
export { ShipmentItem } from './shipment-item.entity';
export { Shipment } from './shipment.entity';
export * from './orders.errors';
export * from './orders.module';
