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
import { CheckoutService, type Offer, OrderAlreadyPlaced } from '#domains/checkout';
import { buttonOf, REFUSALS } from './checkout.rules';
import { formView, type Problems, type SentForm } from './form.rules';
import { type Action, continueTo, formPage, notice, page, type Page, SeeOther } from './page';
import { offerView } from './offer.rules';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsOf } from './problems';

/** The field that identifies the purchase, so that a form sent twice places one order. */
const REFERENCE = 'reference';

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
    return isUnconfirmed(viewer) ? confirmFirst(viewer) : this.offerPage(viewer, planId);
  }

  @Post()
  async place(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) planId: number,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    if (isUnconfirmed(viewer)) return { ...confirmFirst(viewer), status: 422 };
    const { fanclub } = viewer;
    let payAt: string | null = null;
    const problems = await problemsOf(async () => {
      const placed = await this.checkout.place(viewer, planId, form[REFERENCE] ?? '').catch(ifPlacedBefore);
      if (placed?.token) this.keeper.setCookie(reply, fanclub.id, placed.token);
      payAt = placed?.payAt ?? null;
    });
    if (problems) return this.offerPage(viewer, planId, problems);
    if (payAt !== null) {
      // A link instead of a redirect: because of the page's Content-Security-Policy, browsers may block a redirect to another
      // site after a form.
      return notice('One step is left', ['Your order is placed, and waits for its payment.'], {
        label: 'Go to the payment',
        href: payAt,
      });
    }
    return new SeeOther(`${this.addresses.checkout(fanclub.id, planId)}/done`);
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
    if (availability !== 'available') return this.refusal(viewer, offer, availability, problems);
    const { fanclub } = viewer;
    const content = {
      paragraphs: [],
      action: null,
      offer: offerView(offer, fanclub),
      login: viewer.isLoggedIn() ? null : this.addresses.forPlan('login', fanclub, planId),
      register: viewer.visit ? null : this.addresses.forPlan('register', fanclub, planId),
    };
    const form = formView(buttonOf(offer), [], problems, { [REFERENCE]: offer.reference });
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
