import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { PlansModule } from '#domains/plans';
import { OrdersController } from './orders.controller';
import { OrderJobs } from './order.jobs';
import { OrdersService } from './orders.service';
import { FanclubCounter, Order, PaymentTransition } from './order.entity';
import { StaffOrdersModule } from './staff/staff-orders.module';
import { ShipmentItem, Shipment } from './shipment.entity';
import { ordersInCatalogue } from './orders.catalogue';
import './orders.mails';
import './orders.webhooks';

@Module({
  imports: [
    StaffOrdersModule,
    TypeOrmModule.forFeature([FanclubCounter, Order, PaymentTransition, ShipmentItem, Shipment]),
    PlansModule,
  ],
  controllers: [OrdersController],
  providers: [OrderJobs, OrdersService],
  exports: [OrdersService],
})
@InCatalogue(ordersInCatalogue)
export class OrdersModule {}
