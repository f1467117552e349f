import { Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, SessionKeeper, type Viewer } from '#platform/access';
import {
  CheckoutService,
  isPriced,
  OrderAlreadyPlaced,
  PaymentPending,
  type Placement,
} from '#domains/checkout';
import { BuyerDetails } from './buyer-details';
import { AUTO_RENEWAL, CheckoutPages, DETAILS, isUnconfirmed, QUOTE, REFERENCE } from './checkout-pages';
import { isLacking } from './details-form';
import type { SentForm } from './form.rules';
import { continueTo, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsFrom } from './problems';
import { type Trouble, troubleOf, TROUBLES } from './provider-trouble';

/** The page at a plan's `checkout` URL, with the offer, a form for the buyer's details if need be, and a button to order it. */
@PageController('/plans/:id/checkout')
@HostedPage()
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly buyerDetails: BuyerDetails,
    private readonly keeper: SessionKeeper,
    private readonly pages: CheckoutPages,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) planId: number): Promise<Page> {
    return this.pages.show(viewer, planId);
  }

  @Post()
  async place(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    if (isUnconfirmed(viewer)) {
      const { plan } = await this.checkout.offer(viewer, planId);
      if (!isPriced(plan)) return { ...this.pages.confirmFirst(viewer), status: 422 };
    }
    try {
      return new SeeOther(await this.order(viewer, planId, form, reply));
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble !== null) return this.hasToWait(viewer, planId, trouble);
      return this.pages.show(viewer, planId, problemsFrom(error));
    }
  }

  /** Registers the buyer, stores where the package goes and what it contains, and leads back to the offer, which then has its total. */
  @Post(DETAILS)
  async details(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const offer = await this.checkout.offer(viewer, planId);
    if (isLacking(offer.lacks) && offer.availability === 'available') {
      const opened = (token: string): void => this.keeper.setCookie(reply, fanclub.id, token);
      const problems = await this.buyerDetails.store(viewer, offer, form, opened);
      if (problems) return this.pages.show(viewer, planId, problems, form);
    }
    return new SeeOther(this.addresses.checkout(fanclub.id, planId));
  }

  @Get('done')
  done(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) planId: number): Page | SeeOther {
    const { fanclub, customer, unregistered } = viewer;
    const plan = (customer ?? unregistered)?.membership?.plan;
    if (plan?.id !== planId) return new SeeOther(this.addresses.checkout(fanclub.id, planId));
    if (customer) {
      const paragraphs = [`Your membership “${plan.name}” has begun.`];
      return notice(`Welcome, ${customer.firstName ?? fanclub.name}`, paragraphs, continueTo(fanclub));
    }
    return notice(
      'One step is left: register',
      [
        `Your membership “${plan.name}” has begun, and it is kept for you in this browser.`,
        'To use it, register now. Otherwise we cannot link it to you later.',
      ],
      this.pages.registration(fanclub),
    );
  }

  /**
   * Places the order. @returns the address of the page that follows
   * @throws what {@link CheckoutService.place} throws, unless the page of an earlier order follows
   */
  private async order(viewer: Viewer, planId: number, form: SentForm, reply: FastifyReply): Promise<string> {
    const { fanclub } = viewer;
    const order = {
      ...{ reference: form[REFERENCE] ?? '', quote: form[QUOTE] },
      renewsAutomatically: form[AUTO_RENEWAL] === 'true',
    };
    const placed = await this.checkout.place(viewer, planId, order).catch(ifPlacedBefore);
    if (placed?.token) this.keeper.setCookie(reply, fanclub.id, placed.token);
    // The page of the order has the link to the payment. Because of the Content-Security-Policy, browsers may block a redirect to
    // another site after a form.
    if (placed && !placed.isFree) return this.addresses.order(fanclub.id, placed.orderId);
    return `${this.addresses.checkout(fanclub.id, planId)}/done`;
  }

  /** An earlier order could not be closed at the provider. */
  private hasToWait({ fanclub }: Viewer, planId: number, trouble: Trouble): Page {
    const paragraphs = [`${TROUBLES[trouble]} Nothing was ordered.`];
    const again = { label: 'Try again', href: this.addresses.checkout(fanclub.id, planId) };
    return { ...notice('The payment has to wait', paragraphs, again), status: 503 };
  }
}

/** A form that is sent twice shows the result of the first order. */
function ifPlacedBefore(error: unknown): Placement | null {
  if (error instanceof OrderAlreadyPlaced) return null;
  if (error instanceof PaymentPending) return { orderId: error.orderId, token: null, isFree: false };
  throw error;
}
