import { Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, SessionKeeper, type Viewer } from '#platform/access';
import { NoPlanFound, OffersService } from '#domains/checkout';
import { NoPlaceFound, type Place, WaitingListService } from '#domains/stock';
import { BuyerDetails } from './buyer-details';
import { ACCOUNT } from './details-form';
import { EnteredCodes } from './entered-codes';
import type { SentForm } from './form.rules';
import { type Action, continueTo, formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, MailedToken, PageController } from './page-controller.decorator';
import { leaveForm, placeText, WaitingListPages } from './waiting-list-pages';

/** Joins and leaves the waiting list of a sold-out plan, from its checkout. */
@PageController('/plans/:id/waiting-list')
@HostedPage()
export class WaitingListController {
  constructor(
    private readonly list: WaitingListService,
    private readonly offers: OffersService,
    private readonly buyerDetails: BuyerDetails,
    private readonly entered: EnteredCodes,
    private readonly keeper: SessionKeeper,
    private readonly pages: WaitingListPages,
    private readonly addresses: PageAddresses,
  ) {}

  /** If the plan can be bought again, the checkout says so. */
  @Post()
  async join(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @Req() request: FastifyRequest,
  ): Promise<SeeOther> {
    const { fanclub, visit } = viewer;
    // With the code as on the page: a gift is no renewal, so its plan is sold out for members of the plan too.
    const offer = await this.offers.find(viewer, planId, this.entered.read(request, fanclub));
    if (offer.availability === 'sold_out' && !offer.skipsList)
      await this.list.join(fanclub, planId, visit?.customer ?? null);
    return this.toCheckout(viewer, planId);
  }

  /** Signs a visitor up, and leads back to the checkout, which then has the button to join. */
  @Post('account')
  async signUp(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const offer = await this.offers.find(viewer, planId, this.entered.read(request, viewer.fanclub));
    const opened = (token: string): void => this.keeper.setCookie(reply, viewer.fanclub.id, token);
    const problems = await this.buyerDetails.store(viewer, { ...offer, lacks: ACCOUNT }, form, opened);
    return problems ? this.pages.soldOut(viewer, offer, problems, form) : this.toCheckout(viewer, planId);
  }

  @Post('leave')
  async leave(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) planId: number): Promise<SeeOther> {
    const { fanclub, visit } = viewer;
    const place = visit && (await this.list.placeOf(fanclub, planId, visit.customer.id));
    if (place) await this.list.leave(fanclub, place);
    return this.toCheckout(viewer, planId);
  }

  private toCheckout({ fanclub }: Viewer, planId: number): SeeOther {
    return new SeeOther(this.addresses.checkout(fanclub.id, planId));
  }
}

/** The page of a place, which the mail about an offer links to. It needs no log-in. */
@PageController('/waiting-list')
@HostedPage()
export class WaitingPlaceController {
  constructor(
    private readonly list: WaitingListService,
    private readonly offers: OffersService,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page> {
    const { fanclub } = viewer;
    try {
      const place = await this.list.byLink(fanclub, token);
      const content = { ...(await this.standing(viewer, place)), second: null };
      return formPage('notice', 'Your place in the waiting list', content, leaveForm());
    } catch (error) {
      if (error instanceof NoPlaceFound) return this.left(viewer);
      throw error;
    }
  }

  @Post()
  async leave(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page> {
    try {
      await this.list.leave(viewer.fanclub, await this.list.byLink(viewer.fanclub, token));
    } catch (error) {
      if (!(error instanceof NoPlaceFound)) throw error;
    }
    return this.left(viewer);
  }

  /** What the page says about a place. That of a withdrawn plan leads nowhere, and can be left. */
  private async standing(
    viewer: Viewer,
    place: Place,
  ): Promise<{ paragraphs: string[]; action: Action | null }> {
    const { fanclub } = viewer;
    try {
      const { plan } = await this.offers.find(viewer, place.planId);
      const href = this.addresses.checkout(fanclub.id, plan.id);
      const action = { label: 'Continue to the checkout', href };
      return { paragraphs: [placeText(place, plan.name, fanclub)], action };
    } catch (error) {
      if (!(error instanceof NoPlanFound)) throw error;
      return { paragraphs: ['This plan no longer exists.'], action: null };
    }
  }

  private left({ fanclub }: Viewer): Page {
    const paragraphs = ['Nothing is kept for you in the waiting list, and we do not write to you about it.'];
    return notice('You are not in the waiting list', paragraphs, continueTo(fanclub));
  }
}
