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
import { StaffRefundsService } from './staff-refunds.service';
import { Answers } from '#platform/reference';
import { NewRefund, PaymentsOfOrder } from './dto/payment.answers';

/** The payments and refunds of orders. */
@ClubStaffController('orders')
export class StaffRefundsController {
  constructor(private readonly refunds: StaffRefundsService) {}

  @Get(':id/payments')
  @StaffOnly('payments.read')
  @Answers({ 200: PaymentsOfOrder })
  payments(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
    return this.refunds.ofOrder(viewer, id);
  }

  /** Executed once per `Idempotency-Key`. An amount above the fan club's limit for support needs a recent proof. */
  @Post(':id/refunds')
  @StaffOnly('orders.refund')
  @Answers({ 200: NewRefund })
  refund(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: RefundBody,
  ): Promise<object> {
    return this.refunds.refund(viewer, id, request, body);
  }
}
