import { Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { fill, Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, SessionKeeper, type Viewer } from '#platform/access';
import { GiftFields } from '#domains/bought-gifts';
import { GiftPurchasesService, OffersService, PaymentPending } from '#domains/checkout';
import { BuyerDetails } from './buyer-details';
import { QUOTE, REFERENCE } from './checkout-pages';
import { ACCOUNT } from './details-form';
import type { SentForm } from './form.rules';
import { GiftPages } from './gift-pages';
import { type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { hasToWait, PaymentRedirect } from './payment-redirect';
import { problemsFrom } from './problems';
import { troubleOf } from './provider-trouble';

/** Sells a plan as a gift for somebody else. */
@PageController('/plans/:id/gift')
@HostedPage()
export class GiftsController {
  constructor(
    private readonly purchases: GiftPurchasesService,
    private readonly offers: OffersService,
    private readonly buyerDetails: BuyerDetails,
    private readonly keeper: SessionKeeper,
    private readonly payment: PaymentRedirect,
    private readonly pages: GiftPages,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) planId: number): Promise<Page> {
    return this.pages.offer(viewer, await this.purchases.find(viewer, planId));
  }

  @Post()
  async place(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    const { [REFERENCE]: reference = '', [QUOTE]: quote = '' } = form;
    try {
      const order = { reference, quote, fields: fill(GiftFields, form) };
      return await this.payment.to(viewer, await this.purchases.place(viewer, planId, order));
    } catch (error) {
      const { id } = viewer.fanclub;
      if (error instanceof PaymentPending) return new SeeOther(this.addresses.order(id, error.orderId));
      const trouble = troubleOf(error);
      const own = this.addresses.gift(id, planId);
      if (trouble !== null) return hasToWait(trouble, 'Nothing was ordered.', own);
      return this.pages.offer(viewer, await this.purchases.find(viewer, planId), problemsFrom(error), form);
    }
  }

  /** Signs a visitor up, and leads back to the form, which then has the fields of the card. */
  @Post('account')
  async signUp(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const gift = await this.purchases.find(viewer, planId);
    if (gift.lacksAccount) {
      const opened = (token: string): void => this.keeper.setCookie(reply, fanclub.id, token);
      const offer = { ...(await this.offers.find(viewer, planId)), lacks: ACCOUNT };
      // Confirming the address leads to the website: the checkout would sell the buyer a membership as well.
      const returnTo = this.addresses.destination(fanclub, null);
      const problems = await this.buyerDetails.store(viewer, offer, form, opened, returnTo);
      if (problems) return this.pages.offer(viewer, gift, problems, form);
    }
    return new SeeOther(this.addresses.gift(fanclub.id, planId));
  }
}
