import { Get, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { GiftOfOrder } from './dto/gift.answer';
import { NoGiftBody } from './dto/no-gift.body';
import { StaffBoughtGiftsService } from './staff-bought-gifts.service';

/** Gifts that members bought for others. */
@ClubStaffController('orders')
export class StaffBoughtGiftsController {
  constructor(private readonly gifts: StaffBoughtGiftsService) {}

  @Get(':id/gift')
  @StaffOnly('redeem_codes.read')
  @Answers({ 200: GiftOfOrder })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<GiftOfOrder> {
    return this.gifts.of(viewer, id);
  }

  /** Sends the mail to the recipient today, also once more. */
  @Post(':id/gift/mail')
  @StaffOnly('redeem_codes.write')
  @Answers(DONE)
  mail(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NoGiftBody): Promise<void> {
    return this.gifts.mail(viewer, id);
  }
}
