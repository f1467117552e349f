import { Controller, Get, Query } from '@nestjs/common';
import { Json } from '#libs/envelope';
import { Id } from '#libs/validation';
import { CurrentViewer, type LoggedInViewer, ReadsOwn, RequireCustomer } from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { ListOrdersQuery } from './dto/list-orders.query';
import { orderDetail, orderListItem } from './order.serializer';
import { NoOrderFound } from './orders.errors';
import { LATEST_ORDER_WITH_VISIT, ORDERS_WITH_VISIT } from './orders.queries';
import { OrdersService } from './orders.service';
import { Chapter, Operation } from '#platform/reference';
import { Order, OrderListItem } from './dto/order.answer';

@Controller('orders')
@Chapter('Orders', 'Completed orders with their parcels.')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  @Operation({
    id: 'listOrders',
    summary: 'Lists the completed orders of the current customer',
    answer: { orders: [OrderListItem] },
  })
  @RequireCustomer()
  @ReadsOwn(ORDERS_WITH_VISIT)
  @CachedAnswer()
  async list(@CurrentViewer() viewer: LoggedInViewer, @Query() query: ListOrdersQuery) {
    const orders = await this.orders.list(viewer, query);
    return { orders: orders.map((order) => Json.of(orderListItem(order))) };
  }

  /** Declared before `:id`, which would match it. */
  @Get('latest')
  @Operation({
    id: 'showLatestOrder',
    summary: 'Shows the order that the current customer completed last',
    answer: { order: Order },
    failures: [NoOrderFound],
  })
  @RequireCustomer()
  @ReadsOwn(LATEST_ORDER_WITH_VISIT)
  @CachedAnswer()
  async showLatest(@CurrentViewer() viewer: LoggedInViewer) {
    return { order: Json.of(orderDetail(await this.orders.findLatest(viewer))) };
  }

  @Get(':id')
  @Operation({
    id: 'showOrder',
    summary: 'Shows a completed order of the current customer',
    answer: { order: Order },
    failures: [NoOrderFound],
  })
  @RequireCustomer()
  @CachedAnswer()
  async show(@CurrentViewer() viewer: LoggedInViewer, @Id(NoOrderFound) id: number) {
    return { order: Json.of(orderDetail(await this.orders.find(viewer, id))) };
  }
}
