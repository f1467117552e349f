import { Get } from '@nestjs/common';
import { ClubStaffController, CurrentStaff, StaffOnly, type StaffViewer } from '#platform/staff';
import { Answers, listOf, objectOf } from '#platform/reference';
import { StockOfPlan } from './dto/stock.answer';
import { StaffStockService } from './staff-stock.service';

/** How much of the plans with a capacity is sold. The capacity is a field of the plan. */
@ClubStaffController('stock')
export class StaffStockController {
  constructor(private readonly stock: StaffStockService) {}

  @Get()
  @StaffOnly('plans.read')
  @Answers({ 200: objectOf({ plans: listOf(StockOfPlan) }) })
  list(@CurrentStaff() viewer: StaffViewer): Promise<object> {
    return this.stock.list(viewer);
  }
}
