import { Get, Post } from '@nestjs/common';
import { fill, Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { BoughtGiftsService, GiftMailFields } from '#domains/bought-gifts';
import { NoOrderFound } from '#domains/orders';
import { PayableOrdersService } from '#domains/payments';
import { foreignOrder } from './foreign-order';
import type { SentForm } from './form.rules';
import { GiftPages, type ShownGift } from './gift-pages';
import { type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsOf } from './problems';

/** A bought gift, for its buyer: its state, its card, and its mail. No address has the code. */
@PageController('/orders/:id/gift')
@HostedPage()
export class OwnGiftsController {
  constructor(
    private readonly orders: PayableOrdersService,
    private readonly gifts: BoughtGiftsService,
    private readonly pages: GiftPages,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) orderId: number): Promise<Page> {
    return this.forBuyer(viewer, orderId, (shown) => this.pages.own(viewer, shown));
  }

  /** The card to print. A gift that was redeemed has none. */
  @Get('card')
  card(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) orderId: number): Promise<Page | SeeOther> {
    return this.forBuyer(viewer, orderId, (shown) => {
      const { code } = shown.gift;
      if (code === null) return new SeeOther(this.pathOf(viewer, orderId));
      return this.pages.card(viewer, shown, code);
    });
  }

  /** Corrects where and when the mail goes. */
  @Post()
  change(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) orderId: number,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    return this.write(viewer, orderId, form, () =>
      this.gifts.changeMail(viewer.fanclub, orderId, fill(GiftMailFields, form)),
    );
  }

  /** Sends the mail today, also once more. */
  @Post('mail-now')
  mailNow(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) orderId: number): Promise<Page | SeeOther> {
    return this.write(viewer, orderId, undefined, () => this.gifts.mailNow(viewer.fanclub, orderId));
  }

  private write(
    viewer: Viewer,
    orderId: number,
    form: SentForm | undefined,
    act: () => Promise<void>,
  ): Promise<Page | SeeOther> {
    return this.forBuyer(viewer, orderId, async (shown) => {
      const problems = await problemsOf(act);
      if (problems === null) return new SeeOther(this.pathOf(viewer, orderId));
      // Read again: the gift may have been redeemed meanwhile.
      const gift = (await this.gifts.of(viewer.fanclub, orderId))!;
      return this.pages.own(viewer, { ...shown, gift }, problems, form);
    });
  }

  /** Checks that the visitor has bought the gift. @throws PageNotFound for an order that is no gift */
  private async forBuyer<Shown extends Page | SeeOther>(
    viewer: Viewer,
    orderId: number,
    show: (shown: ShownGift) => Shown | Promise<Shown>,
  ): Promise<Shown | Page> {
    const { fanclub } = viewer;
    try {
      const { plan, order } = await this.orders.find(viewer, orderId);
      const gift = order.kind === 'gift_purchase' ? await this.gifts.of(fanclub, orderId) : null;
      if (!gift) throw new PageNotFound();
      return await show({ orderId, plan, gift });
    } catch (error) {
      if (error instanceof NoOrderFound)
        return foreignOrder(viewer, `orders/${orderId}/gift`, this.addresses);
      throw error;
    }
  }

  private pathOf({ fanclub }: Viewer, orderId: number): string {
    return `${this.addresses.order(fanclub.id, orderId)}/gift`;
  }
}
