import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { ORDER_LIST, StaffOrders } from './staff-orders.service';

/** The orders of a fan club, also those that were never paid. */
@ClubStaffController('orders')
export class StaffOrdersController {
  constructor(private readonly orders: StaffOrders) {}

  @Get()
  @StaffOnly('orders.read')
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(ORDER_LIST) query: ListQuery): Promise<ListPage<object>> {
    return this.orders.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('orders.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
    return this.orders.one(viewer, id);
  }
}
