import { Controller, Get, Query } from '@nestjs/common';
import { Id } from '#libs/validation';
import { CurrentViewer, type LoggedInViewer, RequireCustomer } from '#platform/access';
import { ListOrdersQuery } from './dto/list-orders.query';
import { orderInDetail, orderListed } from './order.serializer';
import { NoOrderFound } from './orders.errors';
import { OrdersService } from './orders.service';

@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  @RequireCustomer()
  async list(@CurrentViewer() viewer: LoggedInViewer, @Query() query: ListOrdersQuery) {
    return { orders: (await this.orders.list(viewer, query)).map(orderListed) };
  }

  /** Stands before the route of one order. */
  @Get('latest')
  @RequireCustomer()
  async showLatest(@CurrentViewer() viewer: LoggedInViewer) {
    return { order: orderInDetail(await this.orders.findLatest(viewer)) };
  }

  @Get(':id')
  @RequireCustomer()
  async show(@CurrentViewer() viewer: LoggedInViewer, @Id(NoOrderFound) id: number) {
    return { order: orderInDetail(await this.orders.find(viewer, id)) };
  }
}
