import { Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id } from '#libs/validation';
import {
  CurrentViewer,
  type FanclubInfo,
  HostedPage,
  PageNotFound,
  SessionKeeper,
  type Viewer,
} from '#platform/access';
import { CheckoutService, isPriced, type Offer, OrderAlreadyPlaced, type Placement } from '#domains/checkout';
import { buttonOf, REFUSALS } from './checkout.rules';
import { formView, type Problems, type SentForm } from './form.rules';
import { type Action, continueTo, formPage, notice, page, type Page, SeeOther } from './page';
import { offerView } from './offer.rules';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsOf } from './problems';

/** The field that identifies the purchase, so that a form sent twice places one order. */
const REFERENCE = 'reference';

/** The field that says which price was shown. */
const QUOTE = 'quote';

/** The page at a plan's `checkout` URL, with the offer and a button to order it. */
@PageController('/plans/:id/checkout')
@HostedPage()
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly keeper: SessionKeeper,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) planId: number): Promise<Page> {
    return this.offerPage(viewer, planId);
  }

  @Post()
  async place(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    if (isUnconfirmed(viewer)) {
      const { plan } = await this.checkout.offer(viewer, planId);
      if (!isPriced(plan)) return { ...confirmFirst(viewer), status: 422 };
    }
    let placed: Placement | null = null;
    const problems = await problemsOf(async () => {
      const order = { reference: form[REFERENCE] ?? '', quote: form[QUOTE] };
      placed = await this.checkout.place(viewer, planId, order).catch(ifPlacedBefore);
      if (placed?.token) this.keeper.setCookie(reply, fanclub.id, placed.token);
    });
    if (problems) return this.offerPage(viewer, planId, problems);
    const { orderId, paid } = (placed as Placement | null) ?? { orderId: 0, paid: true };
    // The page of the order has the link to the payment. Because of the Content-Security-Policy, browsers may block a redirect to
    // another site after a form.
    const next = paid
      ? `${this.addresses.checkout(fanclub.id, planId)}/done`
      : this.addresses.order(fanclub.id, orderId);
    return new SeeOther(next);
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
      this.registration(fanclub),
    );
  }

  private async offerPage(viewer: Viewer, planId: number, problems?: Problems): Promise<Page> {
    const offer = await this.checkout.offer(viewer, planId);
    const { availability } = offer;
    if (isUnconfirmed(viewer) && !isPriced(offer.plan)) return confirmFirst(viewer);
    if (availability !== 'available') return this.refusal(viewer, offer, availability, problems);
    const { fanclub } = viewer;
    const content = {
      paragraphs: offer.lacks === null ? [] : [LACKING[offer.lacks]],
      action: null,
      offer: offerView(offer, fanclub),
      login: viewer.isLoggedIn() ? null : this.addresses.forPlan('login', fanclub, planId),
      register: viewer.visit ? null : this.addresses.forPlan('register', fanclub, planId),
    };
    if (offer.lacks !== null) return page('checkout', 'Your membership', content, problems ? 422 : 200);
    const form = formView(buttonOf(offer), [], problems, {
      [REFERENCE]: offer.reference,
      [QUOTE]: offer.digest,
    });
    return formPage('checkout', 'Your membership', content, form);
  }

  private refusal(viewer: Viewer, offer: Offer, reason: keyof typeof REFUSALS, problems?: Problems): Page {
    const { fanclub } = viewer;
    const { heading, paragraphs } = REFUSALS[reason](offer, fanclub);
    const plans = { label: 'See the plans', href: fanclub.plansUrl };
    const onward = viewer.unregistered?.membership ? this.registration(fanclub) : continueTo(fanclub);
    const action = reason === 'not_available' ? plans : onward;
    const content = { paragraphs, action, offer: offerView(offer, fanclub), login: null, register: null };
    return page('checkout', heading, content, problems ? 422 : 200);
  }

  private registration({ id, name }: FanclubInfo): Action {
    return { label: `Register with ${name}`, href: this.addresses.own(id, 'register') };
  }
}

/** What a visitor has to do before ordering. */
const LACKING = {
  account: 'To buy this plan, log in or register first.',
  address: 'To buy this plan, enter the address to which we send the package first.',
};

/** A form that is sent twice shows the result of the first order. */
function ifPlacedBefore(error: unknown): null {
  if (error instanceof OrderAlreadyPlaced) return null;
  throw error;
}

/** Whether the visitor has registered without confirming the address. An order would replace that session. */
const isUnconfirmed = ({ visit }: Viewer): boolean =>
  visit !== null && visit.customer.registered && !visit.customer.confirmed;

const confirmFirst = (viewer: Viewer): Page =>
  notice(
    'Confirm your email address first',
    ['Open the link in the message that we sent you. Then you can come back to this page.'],
    continueTo(viewer.fanclub),
  );
