import { Injectable } from '@nestjs/common';
import { isZero } from '#libs/format';
import type { FanclubInfo, Viewer } from '#platform/access';
import { isPriced, type Offer, OffersService } from '#domains/checkout';
import type { OrderVisitor } from '#domains/payments';
import { type Parcel, ShippingService } from '#domains/shipping';
import { buttonOf, REFUSALS } from './checkout.rules';
import { detailsFields, detailsLead, isLacking, PARCEL, sentOf } from './details-form';
import { CODE, codeForm, codeView, WITH_CODE } from './code-forms';
import { type Consent, formView, type Problems, type SentForm } from './form.rules';
import { offerView, parcelView } from './offer.rules';
import { type Action, continueTo, formPage, notice, page, type Page, type Views } from './page';
import { PageAddresses } from './page-addresses';
import { WaitingListPages } from './waiting-list-pages';
import { termsConsent, termsNote } from './registration-form';

/** The field that identifies the purchase, so that a form sent twice places one order. */
export const REFERENCE = 'reference';

/** The field with the digest of the price that was shown. */
export const QUOTE = 'quote';

/** The box with which a buyer agrees to automatic renewal. */
export const AUTO_RENEWAL = 'auto_renewal';

/** Where the form with the buyer's details is sent, below the checkout. */
export const DETAILS = 'details';

/** The page at a plan's `checkout` URL: the offer, with the form for what is needed next. */
@Injectable()
export class CheckoutPages {
  constructor(
    private readonly offers: OffersService,
    private readonly shipping: ShippingService,
    private readonly waiting: WaitingListPages,
    private readonly addresses: PageAddresses,
  ) {}

  /** @throws NoPlanFound */
  async show(viewer: Viewer, planId: number, shown: Shown): Promise<Page> {
    const { problems, sent = {} } = shown;
    const offer = await this.offers.find(viewer, planId, shown.code);
    const { availability, lacks, plan } = offer;
    if (availability === 'sold_out' && !offer.skipsList) return this.waiting.soldOut(viewer, offer, problems);
    if (isUnconfirmed(viewer) && !isPriced(plan)) return this.confirmFirst(viewer);
    if (availability !== 'available') return this.refusal(viewer, offer, availability, problems);
    const coded = this.codeParts(viewer, offer, shown);
    if (isLacking(lacks)) {
      const details = this.detailsPage(viewer, offer, problems, sent, coded);
      return shown.codeProblems ? { ...details, status: 422 } : details;
    }
    const isCoded = offer.code?.discount != null;
    const hidden = {
      [REFERENCE]: offer.reference,
      [QUOTE]: offer.digest,
      ...(isCoded && { [WITH_CODE]: 'true' }),
    };
    const form = {
      ...formView(buttonOf(offer), [], problems, hidden, this.renewalBox(viewer, offer)),
      note: offer.isFree ? null : termsNote(this.addresses.linked(viewer.fanclub, 'terms')),
    };
    const leadsTo = offer.isFree || offer.paysAt === null ? [] : [offer.paysAt];
    const parcel = await this.parcelOf(viewer, offer);
    const change = `${this.addresses.checkout(viewer.fanclub.id, plan.id)}/${DETAILS}`;
    const paragraphs = await this.waiting.offered(viewer, offer);
    const content = {
      ...this.content(viewer, offer, coded),
      paragraphs,
      parcel: parcel && parcelView(parcel, change),
    };
    const page = formPage('checkout', headingOf(offer), content, form, leadsTo);
    return shown.codeProblems ? { ...page, status: 422 } : page;
  }

  /**
   * The page that changes where the package goes and what it contains.
   * @param problems those of the form that was sent, which had these fields
   * @returns null: there is nothing to change yet
   */
  async change(viewer: Viewer, offer: Offer, problems?: Problems, sent?: SentForm): Promise<Page | null> {
    const { fanclub } = viewer;
    const parcel = await this.parcelOf(viewer, offer);
    if (!parcel) return null;
    const fields = detailsFields(fanclub, PARCEL, parcel.choices, sent ?? sentOf(parcel));
    const paragraphs = ['Change where to send your package, and what it contains. Then you see the total.'];
    const content = { ...this.content(viewer, offer), paragraphs, register: null };
    return formPage('checkout', 'Your package', content, formView('Save', fields, problems));
  }

  /** The destination of the package. Null: there is no package, or details are missing. */
  async parcelOf({ fanclub, visit }: Viewer, { plan, lacks, availability }: Offer): Promise<Parcel | null> {
    if (!visit || isLacking(lacks) || availability !== 'available') return null;
    return this.shipping.parcelOf(fanclub, visit.customer.id, plan);
  }

  /** For visitors who have registered without confirming the address: an order of a free plan would replace that session. */
  confirmFirst({ fanclub }: Viewer): Page {
    return notice(
      'Confirm your email address first',
      ['Open the link in the message that we sent you. Then you can come back to this page.'],
      continueTo(fanclub),
    );
  }

  registration({ id, name }: FanclubInfo): Action {
    return { label: `Register with ${name}`, href: this.addresses.own(id, 'register') };
  }

  private detailsPage(
    viewer: Viewer,
    offer: Offer,
    problems: Problems | undefined,
    sent: SentForm,
    coded: CodeParts,
  ): Page {
    const { fanclub } = viewer;
    const { lacks, plan } = offer;
    const choices = this.shipping.choicesOf(fanclub, plan);
    const fields = detailsFields(fanclub, lacks, choices, { ...nameOf(viewer), ...sent });
    const consent = lacks.account ? termsConsent(this.addresses.linked(fanclub, 'terms'), sent) : null;
    const form = {
      ...formView('Continue', fields, problems, {}, consent),
      action: `${this.addresses.checkout(fanclub.id, plan.id)}/${DETAILS}`,
    };
    const content = {
      ...this.content(viewer, offer, coded),
      paragraphs: [detailsLead(lacks, plan)],
      register: null,
    };
    return formPage('checkout', headingOf(offer), content, form);
  }

  /** Unticked, because the buyer decides. */
  private renewalBox({ fanclub }: Viewer, { renewalConsent }: Offer): Consent | null {
    if (renewalConsent === null) return null;
    const link = { label: 'Membership', href: this.addresses.own(fanclub.id, 'membership') };
    return { name: AUTO_RENEWAL, text: renewalConsent, link, refusal: '', ticked: false };
  }

  /** The entered code, and the form for it. Plans without a price take none. */
  private codeParts({ fanclub }: Viewer, offer: Offer, { codeProblems, typedCode }: Shown): CodeParts {
    const action = `${this.addresses.checkout(fanclub.id, offer.plan.id)}/${CODE}`;
    const isTaken = isPriced(offer.plan) || offer.code !== null;
    return {
      code: codeProblems ? null : codeView(offer),
      codeForm: isTaken ? codeForm(offer, action, codeProblems, typedCode) : null,
    };
  }

  private content(viewer: Viewer, offer: Offer, coded: CodeParts = NO_CODE) {
    const { fanclub } = viewer;
    const { id } = offer.plan;
    return {
      paragraphs: [],
      action: null,
      ...coded,
      offer: offerView(offer, fanclub),
      parcel: null,
      login:
        viewer.isLoggedIn() || isUnconfirmed(viewer) ? null : this.addresses.forPlan('login', fanclub, id),
      register: viewer.visit ? null : this.addresses.forPlan('register', fanclub, id),
      gift: this.giftOf(viewer, offer),
      redeem: null,
    };
  }

  private refusal(viewer: Viewer, offer: Offer, reason: keyof typeof REFUSALS, problems?: Problems): Page {
    const { fanclub } = viewer;
    const { heading, paragraphs } = REFUSALS[reason](offer, fanclub);
    const plans = { label: 'See the plans', href: fanclub.plansUrl };
    const onward = viewer.unregistered?.membership ? this.registration(fanclub) : continueTo(fanclub);
    const action = reason === 'not_available' ? plans : onward;
    const shown = offerView(offer, fanclub);
    const content = {
      paragraphs,
      action,
      offer: shown,
      parcel: null,
      ...NO_CODE,
      login: null,
      register: null,
      gift: this.giftOf(viewer, offer),
      redeem: null,
    };
    return page('checkout', heading, content, problems ? 422 : 200);
  }

  /** The page that buys the plan for somebody else. Null: it is free, or already a gift. */
  private giftOf({ fanclub }: Viewer, { plan, code }: Offer): string | null {
    return isZero(plan.price) || code?.kind === 'gift' ? null : this.addresses.gift(fanclub.id, plan.id);
  }
}

/** What a checkout page shows besides the offer. */
export interface Shown {
  /** The gift code or coupon that the visitor has entered. Null: none. */
  readonly code: string | null;
  /** The problems of the form that was sent. */
  readonly problems?: Problems;
  /** The fields of that form. */
  readonly sent?: SentForm;
  /** The problems of the form for a code. */
  readonly codeProblems?: Problems;
  /** What was typed into it. */
  readonly typedCode?: string;
}

type CodeParts = Pick<Views['checkout'], 'code' | 'codeForm'>;

const NO_CODE: CodeParts = { code: null, codeForm: null };

const headingOf = ({ code }: Offer): string => (code?.kind === 'gift' ? 'Your gift' : 'Your membership');

/** The name that an account has, for a first address. */
const nameOf = ({ visit }: Viewer): SentForm => ({
  first_name: visit?.customer.firstName ?? undefined,
  last_name: visit?.customer.lastName ?? undefined,
});

/** Whether the visitor has registered without confirming the address. */
export const isUnconfirmed = ({ visit }: OrderVisitor): boolean =>
  visit !== null && visit.customer.registered && !visit.customer.confirmed;
