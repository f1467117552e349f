import { Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { type OrderVisitor, type OwnOrder, PayableOrdersService } from '#domains/payments';
import { NoOrderFound } from '#domains/orders';
import { isUnconfirmed } from './checkout-pages';
import { formView } from './form.rules';
import { OpenedRenewals } from './opened-renewals';
import { orderView, type PaymentStep } from './order.rules';
import { continueTo, formPage, notice, page, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { troubleOf } from './provider-trouble';
import { visitorName } from './visitor-name';

/** The page of an order, for its buyer in the same session, or who has opened its renewal by a mailed link. */
@PageController('/orders/:id')
@HostedPage()
export class OrderPagesController {
  constructor(
    private readonly orders: PayableOrdersService,
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
      if (error instanceof NoOrderFound) return this.stranger(viewer, orderId);
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
      const form = { ...formView('Cancel this order', []), action: `${step.self}/cancel` };
      const shown = formPage('order', heading, content, form);
      return step.trouble === null ? shown : { ...shown, status: 503 };
    } catch (error) {
      if (error instanceof NoOrderFound) return this.stranger(viewer, orderId);
      throw error;
    }
  }

  /** Opens the payment page of an order that is to be paid. */
  private async withPage(viewer: OrderVisitor, own: OwnOrder): Promise<{ own: OwnOrder; step: PaymentStep }> {
    const { fanclub } = viewer;
    const { order, plan } = own;
    const step = {
      payAt: null,
      trouble: null,
      checkout:
        viewer.visit?.customer.membership?.plan.id === plan.id
          ? null
          : this.addresses.checkout(fanclub.id, plan.id),
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

  /** For everybody but the buyer. It says nothing about the order. */
  private stranger(viewer: Viewer, orderId: number): Page {
    const { fanclub } = viewer;
    const name = visitorName(viewer);
    const here = this.addresses.absolute(fanclub.id, `orders/${orderId}`);
    const login = withRedirect(this.addresses.own(fanclub.id, 'login'), here);
    if (name !== null) {
      const paragraphs = [
        `You are logged in as ${name}, and this order is not one of that account.`,
        'If you have another account, log in with the one that ordered.',
      ];
      const other = { label: 'Log in with another account', href: login };
      return notice('Not an order of yours', paragraphs, continueTo(fanclub), other);
    }
    const paragraphs = [
      'An order is shown to its buyer only. Log in to see it, or open this page in the browser in which you ordered.',
      'If you have just paid, nothing is lost: the receipt is sent to you by mail.',
    ];
    return notice('Log in to see your order', paragraphs, { label: 'Log in', href: login });
  }
}
