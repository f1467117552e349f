import { Injectable } from '@nestjs/common';
import { isoUtc } from '#libs/format';
import { Published } from '#platform/published';
import { notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { boughtCodes } from '#domains/redeem-codes';
import { stateOf } from '../bought-gift.rules';
import { FIND_GIFT } from '../bought-gifts.queries';
import { BoughtGiftsService } from '../bought-gifts.service';
import type { GiftOfOrder } from './dto/gift.answer';

/** Gifts that members bought, as staff follow them. Staff void a code by its id. */
@Injectable()
export class StaffBoughtGiftsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly gifts: BoughtGiftsService,
    private readonly published: Published,
  ) {}

  /** The gift of an order. @throws Problem (404) also for an order that is no gift */
  of(viewer: StaffViewer, order: number): Promise<GiftOfOrder> {
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const gift = await statements.first(FIND_GIFT, { fanclub, order });
      if (!gift) throw notFound();
      const code = await boughtCodes.of(statements, { id: fanclub }, order);
      return {
        state: stateOf(code),
        code: code?.id ?? null,
        mail_on: gift.mailOn,
        mailed_at: gift.mailedAt && isoUtc(gift.mailedAt),
      };
    });
  }

  /** Sends the mail of a gift today, also once more. @throws Problem (404), GiftNotReady, TooManyMailings */
  async mail(viewer: StaffViewer, order: number): Promise<void> {
    const fanclub = await this.published.byId(viewer.fanclubId);
    if (!fanclub) throw notFound();
    await this.work.change(viewer, async (change) => {
      const { statements } = change;
      if (!(await statements.first(FIND_GIFT, { fanclub: fanclub.id, order }))) throw notFound();
      await this.gifts.mailToday(statements, fanclub, order);
      change.audit({ action: 'order.gift_mailed', subject: { type: 'order', id: order } });
    });
  }
}
