import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  listAnswer,
} from '#platform/staff';
import { ORDER_LIST } from './order-search';
import { ORDER_HEADINGS, OrdersExportService } from './orders-export.service';
import { StaffOrdersService } from './staff-orders.service';
import { Answers } from '#platform/reference';
import { StaffOrder, StaffOrderListItem } from './dto/order.answers';

/** The orders of a fan club, also those that were never paid. */
@ClubStaffController('orders')
export class StaffOrdersController {
  constructor(private readonly orders: StaffOrdersService) {}

  @Get()
  @StaffOnly('orders.read')
  @Answers({ 200: listAnswer(StaffOrderListItem) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(ORDER_LIST) query: ListQuery) {
    return this.orders.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('orders.read')
  @Answers({ 200: StaffOrder })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.orders.one(viewer, id);
  }
}

/** The orders that the same filters list, as a CSV file with their taxes. */
@ClubStaffController('orders.csv')
export class StaffOrdersFileController {
  constructor(private readonly orders: OrdersExportService) {}

  @Get()
  @StaffOnly('bookings.read')
  @Answers(csvOf(ORDER_HEADINGS))
  async export(@CurrentStaff() viewer: StaffViewer, @ListOf(ORDER_LIST) query: ListQuery) {
    return csvFile('orders', ORDER_HEADINGS, await this.orders.rows(viewer, query));
  }
}
