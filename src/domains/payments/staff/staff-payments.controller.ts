import { Get, Post } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  DONE,
} from '#platform/staff';
import { ResolveBody } from './dto/refund.bodies';
import { StaffPaymentsService } from './staff-payments.service';
import { Answers } from '#platform/reference';
import { PaymentsOfClub } from './dto/payment.answers';

/** The accounts of a fan club, its payments by state, and problems to resolve. */
@ClubStaffController('payments')
export class StaffPaymentsController {
  constructor(private readonly payments: StaffPaymentsService) {}

  @Get()
  @StaffOnly('payments.read')
  @Answers({ 200: PaymentsOfClub })
  show(@CurrentStaff() viewer: StaffViewer): Promise<object> {
    return this.payments.show(viewer);
  }

  /** A payment without an order: it was refunded at the provider, or the order was given in another way. */
  @Post('strays/:id/resolve')
  @StaffOnly('payments.write')
  @Answers(DONE)
  resolveStray(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { note }: ResolveBody,
  ): Promise<void> {
    return this.payments.resolve(viewer, 'stray', id, note);
  }

  /** A failed refund: the buyer was paid in another way, or does not want it. */
  @Post('refunds/:id/resolve')
  @StaffOnly('payments.write')
  @Answers(DONE)
  resolveRefund(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { note }: ResolveBody,
  ): Promise<void> {
    return this.payments.resolve(viewer, 'refund', id, note);
  }

  /** A payment of another amount, or one that does not end: it becomes `failed`, and its order is closed. */
  @Post('orders/:id/resolve')
  @StaffOnly('payments.write')
  @Answers(DONE)
  resolveOrder(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { note }: ResolveBody,
  ): Promise<void> {
    return this.payments.resolve(viewer, 'order', id, note);
  }
}
