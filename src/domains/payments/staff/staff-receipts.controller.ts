import { Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  EmptyBody,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { StaffReceiptsService } from './staff-receipts.service';

/** The receipts of orders. */
@ClubStaffController('orders')
export class StaffReceiptsController {
  constructor(private readonly receipts: StaffReceiptsService) {}

  /** Mails the receipt again, to the present address of the buyer. */
  @Post(':id/receipt_mail')
  @StaffOnly('orders.mail')
  @Answers(DONE)
  mail(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: EmptyBody): Promise<void> {
    return this.receipts.mail(viewer, id);
  }
}
