import { Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, SessionKeeper, type Viewer } from '#platform/access';
import { CheckoutService, isPriced, OffersService, type Placement } from '#domains/checkout';
import { BuyerDetails } from './buyer-details';
import { CodeEntriesService, CodeForOtherPlan } from '#domains/redeem-codes';
import { AUTO_RENEWAL, CheckoutPages, DETAILS, isUnconfirmed, QUOTE, REFERENCE } from './checkout-pages';
import { CODE, WITH_CODE } from './code-forms';
import { isLacking } from './details-form';
import { EnteredCodes } from './entered-codes';
import type { SentForm } from './form.rules';
import { continueTo, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsFrom } from './problems';
import { hasToWait, ifPlacedBefore, PaymentRedirect } from './payment-redirect';
import { troubleOf } from './provider-trouble';

/** The page at a plan's `checkout` URL: the offer, a form for missing details of the buyer, and a button to order it. */
@PageController('/plans/:id/checkout')
@HostedPage()
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly offers: OffersService,
    private readonly payment: PaymentRedirect,
    private readonly buyerDetails: BuyerDetails,
    private readonly codes: CodeEntriesService,
    private readonly entered: EnteredCodes,
    private readonly keeper: SessionKeeper,
    private readonly pages: CheckoutPages,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.pages.show(viewer, planId, { code: this.entered.read(request, viewer.fanclub) });
  }

  @Post()
  async place(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const code = this.entered.read(request, fanclub);
    if (isUnconfirmed(viewer)) {
      const { plan } = await this.offers.find(viewer, planId);
      if (!isPriced(plan)) return { ...this.pages.confirmFirst(viewer), status: 422 };
    }
    let placed: Placement | null;
    try {
      placed = await this.order(viewer, planId, form, code);
    } catch (error) {
      // The season of a gift has ended since it was offered, so the code gives another plan.
      if (error instanceof CodeForOtherPlan && error.kind === 'gift')
        return new SeeOther(this.addresses.own(fanclub.id, 'redeem/coupon'));
      const trouble = troubleOf(error);
      if (trouble === null) return this.pages.show(viewer, planId, { code, problems: problemsFrom(error) });
      return hasToWait(trouble, 'Nothing was ordered.', this.addresses.checkout(fanclub.id, planId));
    }
    if (placed?.token) this.keeper.setCookie(reply, fanclub.id, placed.token);
    const isCoded = form[WITH_CODE] === 'true';
    if (placed && isCoded) this.entered.clear(reply, fanclub);
    if (placed && !placed.isFree) return this.payment.to(viewer, placed);
    if (placed && isCoded) return new SeeOther(this.addresses.order(fanclub.id, placed.orderId));
    return new SeeOther(`${this.addresses.checkout(fanclub.id, planId)}/done`);
  }

  /** Enters a gift code or coupon, or removes the one that was entered. */
  @Post(CODE)
  async enterCode(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() { [CODE]: typed }: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    if (typed === undefined) this.entered.clear(reply, fanclub);
    else {
      try {
        this.entered.keep(reply, fanclub, await this.codes.enter(viewer, typed));
      } catch (error) {
        const codeProblems = problemsFrom(error);
        return this.pages.show(viewer, planId, { code: null, codeProblems, typedCode: typed });
      }
    }
    return new SeeOther(this.addresses.checkout(fanclub.id, planId));
  }

  /** The form that changes what a buyer has entered before. */
  @Get(DETAILS)
  async change(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @Req() request: FastifyRequest,
  ): Promise<Page | SeeOther> {
    const code = this.entered.read(request, viewer.fanclub);
    const page = await this.pages.change(viewer, await this.offers.find(viewer, planId, code));
    return page ?? new SeeOther(this.addresses.checkout(viewer.fanclub.id, planId));
  }

  /** Registers the buyer, stores where the package goes and what it contains, and leads back to the offer, which then has its total. */
  @Post(DETAILS)
  async details(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const code = this.entered.read(request, fanclub);
    const offer = await this.offers.find(viewer, planId, code);
    if (isLacking(offer.lacks) && offer.availability === 'available') {
      const opened = (token: string): void => this.keeper.setCookie(reply, fanclub.id, token);
      const problems = await this.buyerDetails.store(viewer, offer, form, opened);
      if (problems) return this.pages.show(viewer, planId, { code, problems, sent: form });
    } else if (viewer.visit && (await this.pages.parcelOf(viewer, offer))) {
      const problems = await this.buyerDetails.change(viewer, viewer.visit.customer.id, offer.plan, form);
      const page = problems && (await this.pages.change(viewer, offer, problems, form));
      if (page) return page;
    }
    return new SeeOther(this.addresses.checkout(fanclub.id, planId));
  }

  /** Where registering, and confirming an address, lead back to: see {@link PageAddresses.onward}. */
  @Get('onward')
  onward(@CurrentViewer() { fanclub, visit }: Viewer, @Id(PageNotFound) planId: number): SeeOther {
    const isBought = visit?.customer.membership?.plan.id === planId;
    const checkout = this.addresses.checkout(fanclub.id, planId);
    return new SeeOther(isBought ? this.addresses.destination(fanclub, null) : checkout);
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

  /** @throws what {@link CheckoutService.place} throws, unless the page of an earlier order follows; null: an earlier one was free */
  private order(
    viewer: Viewer,
    planId: number,
    form: SentForm,
    entered: string | null,
  ): Promise<Placement | null> {
    const order = {
      reference: form[REFERENCE] ?? '',
      quote: form[QUOTE],
      renewsAutomatically: form[AUTO_RENEWAL] === 'true',
      code: form[WITH_CODE] === 'true' ? entered : null,
    };
    return this.checkout.place(viewer, planId, order).catch(ifPlacedBefore);
  }
}
