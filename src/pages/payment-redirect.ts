import { Injectable } from '@nestjs/common';
import { originOf } from '#libs/validation';
import type { Viewer } from '#platform/access';
import { OrderAlreadyPlaced, PaymentPending, type Placement } from '#domains/checkout';
import { PayableOrdersService } from '#domains/payments';
import { ORDER_KEPT } from './order.rules';
import { notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { type Trouble, troubleOf, TROUBLES } from './provider-trouble';

/** Leads buyers from the form that orders to the payment page. */
@Injectable()
export class PaymentRedirect {
  constructor(
    private readonly orders: PayableOrdersService,
    private readonly addresses: PageAddresses,
  ) {}

  /** If the page of the form did not name the origin of the payment page, browsers would refuse, so the order's page has a link. */
  async to(
    viewer: Viewer,
    { orderId, paysAt }: Pick<Placement, 'orderId' | 'paysAt'>,
  ): Promise<Page | SeeOther> {
    const own = this.addresses.order(viewer.fanclub.id, orderId);
    if (paysAt === null) return new SeeOther(own);
    try {
      const payAt = await this.orders.pay(viewer, orderId);
      return new SeeOther(payAt !== null && originOf(payAt) === paysAt ? payAt : own);
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      return hasToWait(trouble, ORDER_KEPT, own);
    }
  }
}

/** The provider is unavailable. `href` leads to the next attempt. */
export function hasToWait(trouble: Trouble, sentence: string, href: string): Page {
  const paragraphs = [`${TROUBLES[trouble]} ${sentence}`];
  return { ...notice('The payment has to wait', paragraphs, { label: 'Try again', href }), status: 503 };
}

/** A form that is sent twice shows the result of the first order. Null: that was free. */
export function ifPlacedBefore(error: unknown): Placement | null {
  if (error instanceof OrderAlreadyPlaced) return null;
  if (error instanceof PaymentPending) {
    return { orderId: error.orderId, token: null, isFree: false, paysAt: null };
  }
  throw error;
}
