import { Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { type OrderVisitor, type OwnOrder, PayableOrdersService } from '#domains/payments';
import { NoOrderFound } from '#domains/orders';
import { RenewalsService } from '#domains/renewals';
import { isUnconfirmed } from './checkout-pages';
import { foreignOrder } from './foreign-order';
import { formView } from './form.rules';
import { OpenedRenewals } from './opened-renewals';
import { orderView, type PaymentStep } from './order.rules';
import { formPage, page, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { troubleOf } from './provider-trouble';

/** The page of an order, for its buyer in the same session, or who has opened its renewal by a mailed link. */
@PageController('/orders/:id')
@HostedPage()
export class OrderPagesController {
  constructor(
    private readonly orders: PayableOrdersService,
    private readonly renewals: RenewalsService,
    private readonly opened: OpenedRenewals,
    private readonly addresses: PageAddresses,
  ) {}

  /** Shows the order. Opens its payment page if it can be paid. */
  @Get()
  show(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) orderId: number,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.pageFor(viewer, request, orderId, (buyer) => this.orders.find(buyer, orderId));
  }

  /** The return URL of the payment page. Fetches the payment, so that the buyer need not wait for the event. */
  @Get('return')
  return(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) orderId: number,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.pageFor(viewer, request, orderId, (buyer) => this.orders.observed(buyer, orderId));
  }

  @Post('cancel')
  async cancel(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) orderId: number,
    @Req() request: FastifyRequest,
  ): Promise<Page | SeeOther> {
    try {
      await this.orders.cancel(await this.opened.visitorOf(viewer, request, orderId), orderId);
    } catch (error) {
      if (error instanceof NoOrderFound) return foreignOrder(viewer, `orders/${orderId}`, this.addresses);
      if (troubleOf(error) === null) throw error;
      return { ...(await this.show(viewer, orderId, request)), status: 503 };
    }
    return new SeeOther(this.addresses.order(viewer.fanclub.id, orderId));
  }

  private async pageFor(
    viewer: Viewer,
    request: FastifyRequest,
    orderId: number,
    find: (buyer: OrderVisitor) => Promise<OwnOrder>,
  ): Promise<Page> {
    const buyer = await this.opened.visitorOf(viewer, request, orderId);
    try {
      const { own, step } = await this.withPage(buyer, await find(buyer));
      const { heading, ...content } = orderView(own, viewer.fanclub, step);
      if (own.progress !== 'to_pay') return page('order', heading, content);
      const form = { ...formView(await this.cancelLabel(buyer, orderId), []), action: `${step.self}/cancel` };
      const shown = formPage('order', heading, content, form);
      return step.trouble === null ? shown : { ...shown, status: 503 };
    } catch (error) {
      if (error instanceof NoOrderFound) return foreignOrder(viewer, `orders/${orderId}`, this.addresses);
      throw error;
    }
  }

  /** What the button to cancel does: also a renewal may stop. */
  private async cancelLabel({ fanclub, visit }: OrderVisitor, orderId: number): Promise<string> {
    const stops = visit && (await this.renewals.endsByCancelling(fanclub, visit.customer.id, orderId));
    return stops ? 'Cancel, and stop automatic renewal' : 'Cancel this order';
  }

  /** Opens the payment page of an order that is to be paid. */
  private async withPage(viewer: OrderVisitor, own: OwnOrder): Promise<{ own: OwnOrder; step: PaymentStep }> {
    const { fanclub } = viewer;
    const { order } = own;
    const step = {
      payAt: null,
      trouble: null,
      checkout: this.offerOf(viewer, own),
      self: this.addresses.order(fanclub.id, order.id),
      isUnconfirmed: isUnconfirmed(viewer),
    };
    if (own.progress !== 'to_pay') return { own, step };
    try {
      const payAt = await this.orders.pay(viewer, order.id);
      // The order was paid or closed in the meantime.
      return payAt === null
        ? { own: await this.orders.find(viewer, order.id), step }
        : { own, step: { ...step, payAt } };
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      return { own, step: { ...step, trouble } };
    }
  }

  /** Where the plan of an order can be bought again. Null: it would only say that the buyer has the plan. */
  private offerOf({ fanclub, visit }: OrderVisitor, { order, plan }: OwnOrder): string | null {
    if (order.kind === 'gift_purchase') return this.addresses.gift(fanclub.id, plan.id);
    return visit?.customer.membership?.plan.id === plan.id
      ? null
      : this.addresses.checkout(fanclub.id, plan.id);
  }
}
