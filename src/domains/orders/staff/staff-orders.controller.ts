import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  listAnswer,
} from '#platform/staff';
import { ORDER_LIST, StaffOrdersService } from './staff-orders.service';
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
