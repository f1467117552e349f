import { Injectable } from '@nestjs/common';
import { humanTime } from '#libs/format';
import type { FanclubInfo, Viewer } from '#platform/access';
import type { Offer } from '#domains/checkout';
import { type Place, WaitingListService } from '#domains/stock';
import { type CodeView, codeView } from './code-forms';
import { REFUSALS } from './checkout.rules';
import { type FormView, formView, type Problems, type SentForm } from './form.rules';
import { offerView } from './offer.rules';
import { formPage, type Page } from './page';
import { PageAddresses } from './page-addresses';
import { registrationFields, termsConsent } from './registration-form';

/** The checkout page of a sold-out plan, on which visitors join and leave its waiting list. */
@Injectable()
export class WaitingListPages {
  constructor(
    private readonly list: WaitingListService,
    private readonly addresses: PageAddresses,
  ) {}

  /**
   * @param problems those of the form that was sent, an order or a sign-up
   * @param sent the fields of the sign-up
   */
  async soldOut(viewer: Viewer, offer: Offer, problems?: Problems, sent: SentForm = {}): Promise<Page> {
    const { fanclub, visit } = viewer;
    const { id } = offer.plan;
    const { heading, paragraphs } = REFUSALS.sold_out(offer, fanclub);
    const shown = {
      code: unusedCode(offer),
      codeForm: null,
      action: null,
      offer: offerView(offer, fanclub),
      parcel: null,
      register: null,
      gift: null,
      redeem: offer.code === null ? this.addresses.own(fanclub.id, 'redeem') : null,
    };
    const own = this.addresses.own(fanclub.id, `plans/${id}/waiting-list`);
    if (!visit || visit.customer.email === null) {
      const consent = termsConsent(this.addresses.linked(fanclub, 'terms'), sent);
      const fields = registrationFields(fanclub, sent);
      const form = { ...formView('Sign up', fields, problems, {}, consent), action: `${own}/account` };
      const login = this.addresses.forPlan('login', fanclub, id);
      const words = [...paragraphs, 'Sign up first. Then one button joins the list.'];
      return formPage('checkout', heading, { ...shown, paragraphs: words, login }, form);
    }
    const place = await this.list.placeOf(fanclub, id, visit.customer.id);
    const form = place
      ? { ...leaveForm(problems), action: `${own}/leave` }
      : { ...formView('Join the waiting list', [], problems), action: own };
    const words = place ? [placeText(place, offer.plan.name, fanclub)] : paragraphs;
    return formPage('checkout', heading, { ...shown, paragraphs: words, login: null }, form);
  }

  /** What the checkout says to a visitor for whom something is kept. Empty for others. */
  async offered({ fanclub, visit }: Viewer, { plan }: Offer): Promise<string[]> {
    if (!plan.soldOut || !visit) return [];
    const place = await this.list.placeOf(fanclub, plan.id, visit.customer.id);
    return place?.state === 'offered' ? [placeText(place, plan.name, fanclub)] : [];
  }
}

/** What became of the code that a visitor has entered for a sold-out plan. */
function unusedCode(offer: Offer): CodeView | null {
  if (offer.code === null || offer.code.problems.length > 0) return codeView(offer);
  return { text: 'Your code was not used. Type it again when a membership is free for you.' };
}

/** The button with which a visitor leaves the list. */
export const leaveForm = (problems?: Problems): FormView => ({
  ...formView('Leave the waiting list', [], problems),
  isQuiet: true,
});

/** A sentence about a place in the waiting list of a plan. */
export function placeText(
  { state, position, offeredUntil }: Place,
  plan: string,
  { timeZone }: Pick<FanclubInfo, 'timeZone'>,
): string {
  if (state === 'waiting')
    return `You are number ${position} in the waiting list of “${plan}”. We write to you when a membership is free for you.`;
  if (state === 'ordered') return `You have ordered “${plan}”. Finish that order first.`;
  return `A membership “${plan}” is kept for you until ${humanTime(offeredUntil!, timeZone)}.`;
}
