import { Get, Post } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  type Repeatable,
  RepeatableRequest,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { RefundBody } from './dto/refund.bodies';
import { StaffRefunds } from './staff-refunds.service';

/** How orders were paid, and their refunds. */
@ClubStaffController('orders')
export class StaffRefundsController {
  constructor(private readonly refunds: StaffRefunds) {}

  @Get(':id/payments')
  @StaffOnly('payments.read')
  payments(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
    return this.refunds.ofOrder(viewer, id);
  }

  /** Once per `Idempotency-Key`. Above the fan club's limit for support it needs a recent proof. */
  @Post(':id/refunds')
  @StaffOnly('orders.refund')
  refund(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: RefundBody,
  ): Promise<object> {
    return this.refunds.refund(viewer, id, request, body);
  }
}
