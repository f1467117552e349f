import { Get, Param, Post } from '@nestjs/common';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { type OwnOrder, PayableOrders } from '#domains/checkout';
import { NoOrderFound } from '#domains/orders';
import { Misconfigured, ProviderUnavailable } from '#domains/payments';
import { formView } from './form.rules';
import { orderView } from './order.rules';
import { continueTo, formPage, notice, page, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { PageController } from './page-controller.decorator';

/** Seconds after which a page about a payment on its way is loaded again. */
const REFRESH_AFTER = 4;

/** The page of an order that was placed at the checkout, for its buyer in the same session. */
@PageController('/orders/:id')
@HostedPage()
export class OrdersController {
  constructor(
    private readonly orders: PayableOrders,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) orderId: number): Promise<Page> {
    return this.shown(viewer, orderId, () => this.orders.find(viewer, orderId));
  }

  /** Where the payment page sends its visitors. The provider is asked now, so that nobody waits for its event. */
  @Get('return')
  async return(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) orderId: number): Promise<Page> {
    return this.shown(viewer, orderId, () => this.orders.observed(viewer, orderId));
  }

  /** Opens the payment page, also again after the provider was away. */
  @Post('pay')
  async pay(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) orderId: number,
  ): Promise<Page | SeeOther> {
    return this.after(viewer, orderId, () => this.orders.pay(viewer, orderId));
  }

  @Post('cancel')
  async cancel(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) orderId: number,
  ): Promise<Page | SeeOther> {
    return this.after(viewer, orderId, () => this.orders.cancel(viewer, orderId));
  }

  private async after(viewer: Viewer, orderId: number, act: () => Promise<unknown>): Promise<Page | SeeOther> {
    try {
      await act();
    } catch (error) {
      if (error instanceof NoOrderFound) return this.neutral(viewer);
      if (error instanceof ProviderUnavailable || error instanceof Misconfigured)
        return { ...(await this.show(viewer, orderId)), status: 503 };
      throw error;
    }
    return new SeeOther(this.addresses.order(viewer.fanclub.id, orderId));
  }

  private async shown(viewer: Viewer, orderId: number, find: () => Promise<OwnOrder>): Promise<Page> {
    const own = await find().catch((error: unknown) => {
      if (error instanceof NoOrderFound) return null;
      throw error;
    });
    if (!own) return this.neutral(viewer);
    return this.pageOf(viewer, own, orderId);
  }

  private async pageOf(viewer: Viewer, own: OwnOrder, orderId: number): Promise<Page> {
    const { fanclub } = viewer;
    const payAt = own.progress === 'to_pay' ? await this.openPage(viewer, orderId) : null;
    const content = {
      ...orderView(own, fanclub, { payAt, checkout: this.addresses.checkout(fanclub.id, own.plan.id) }),
      cancel: own.progress === 'to_pay' ? `${this.addresses.order(fanclub.id, orderId)}/cancel` : null,
    };
    return page('order', content.heading, content);
  }
}
