import { Injectable } from '@nestjs/common';
import { countryName, humanDate, humanDay } from '#libs/format';
import type { FanclubInfo, Viewer } from '#platform/access';
import { type GiftOffer, shippingFor } from '#domains/checkout';
import { Clock } from '#libs/clock';
import { MOST_MESSAGE, type OwnGift, seasonNote } from '#domains/bought-gifts';
import { giftText } from '#domains/payments';
import type { PublishedPlan } from '#domains/plans';
import { QUOTE, REFERENCE } from './checkout-pages';
import { type FieldSpec, formView, type Problems, type SentForm } from './form.rules';
import { formPage, notice, page, type Page } from './page';
import { PageAddresses } from './page-addresses';
import { registrationFields, termsConsent, termsNote } from './registration-form';

/** What a page of an order's gift is about. */
export interface ShownGift {
  readonly orderId: number;
  readonly plan: PublishedPlan;
  readonly gift: OwnGift;
}

/** The pages of gifts for somebody else: the form that orders one, the gift as its buyer sees it, and its card. */
@Injectable()
export class GiftPages {
  constructor(
    private readonly addresses: PageAddresses,
    private readonly clock: Clock,
  ) {}

  /** @param problems those of the form that was sent, with the fields `sent` */
  offer({ fanclub }: Viewer, offer: GiftOffer, problems?: Problems, sent: SentForm = {}): Page {
    const { plan, availability } = offer;
    if (availability !== 'available') return this.refusal(fanclub, offer, availability, problems);
    const content = {
      plan: plan.name,
      paragraphs: [
        `You buy “${plan.name}” for somebody else, and get a code and a card to print. The recipient redeems the code and becomes a member.`,
        ...shippingText(offer.shipping, fanclub),
        ...[seasonNote(plan, fanclub.timeZone, this.clock.now()) ?? []].flat(),
      ],
      rows: [{ item: giftText(plan.name), price: offer.price }],
      login: null,
    };
    const terms = this.addresses.linked(fanclub, 'terms');
    if (offer.lacksAccount) {
      const login = this.addresses.loginForGift(fanclub.id, plan.id);
      const consent = termsConsent(terms, sent);
      const form = {
        ...formView('Continue', registrationFields(fanclub, sent), problems, {}, consent),
        action: `${this.addresses.gift(fanclub.id, plan.id)}/account`,
      };
      const paragraphs = [...content.paragraphs, 'Tell us who you are. Then you write the card.'];
      return formPage('gift', 'A present', { ...content, paragraphs, login }, form);
    }
    const hidden = { [REFERENCE]: offer.reference, [QUOTE]: offer.digest };
    const fields = [...cardFields(sent), ...mailFields(sent)];
    const form = { ...formView('Continue to payment', fields, problems, hidden), note: termsNote(terms) };
    return formPage('gift', 'A present', content, form, offer.paysAt === null ? [] : [offer.paysAt]);
  }

  /** The gift of an order, as its buyer sees it. */
  own({ fanclub }: Viewer, { orderId, plan, gift }: ShownGift, problems?: Problems, sent?: SentForm): Page {
    const order = this.addresses.order(fanclub.id, orderId);
    const isReady = gift.state === 'ready';
    const content = {
      paragraphs: [stateText(gift, plan.name), ...(isReady ? [mailText(gift, fanclub)] : [])],
      card: isReady ? { label: 'See the card', href: `${order}/gift/card` } : null,
      mailNow:
        isReady && gift.email !== null
          ? { ...formView(SEND, []), action: `${order}/gift/mail-now`, isQuiet: true }
          : null,
      back: { label: 'Back to the order', href: order },
    };
    if (!isReady) return page('own-gift', 'Your gift', content, problems ? 422 : 200);
    const known = { recipient_email: gift.email ?? '', mail_day: gift.mailOn ?? '' };
    const form = { ...formView('Save', mailFields(sent ?? known), problems), action: `${order}/gift` };
    return formPage('own-gift', 'Your gift', content, form);
  }

  /** The card of a gift that can be redeemed. */
  card({ fanclub }: Viewer, { orderId, plan, gift }: ShownGift, code: string): Page {
    const [note = null] = shippingText(shippingFor(plan), fanclub);
    return page('gift-card', 'Card for your gift', {
      club: fanclub.name,
      plan: plan.name,
      recipient: gift.recipient,
      sender: gift.sender,
      message: gift.message?.split('\n') ?? [],
      code,
      redeem: fanclub.links.redeem ?? this.addresses.absolute(fanclub.id, 'redeem'),
      season: seasonNote(plan, fanclub.timeZone, this.clock.now()),
      note,
      back: { label: 'Back to your gift', href: `${this.addresses.order(fanclub.id, orderId)}/gift` },
    });
  }

  private refusal(
    fanclub: FanclubInfo,
    { plan }: GiftOffer,
    reason: Exclude<GiftOffer['availability'], 'available'>,
    problems?: Problems,
  ): Page {
    const checkout = this.addresses.checkout(fanclub.id, plan.id);
    const shown = {
      not_available: notice(
        'This membership cannot be given',
        [`“${plan.name}” is not on sale now, or costs nothing.`],
        { label: 'See the plans', href: fanclub.plansUrl },
      ),
      sold_out: notice(
        'Sold out',
        [`“${plan.name}” is sold out, so it cannot be given either. Its page has the waiting list.`],
        { label: 'See the waiting list', href: checkout },
      ),
      payment_not_set_up: notice(
        'This membership cannot be given yet',
        [`Paying is not set up for ${fanclub.name} yet, so nothing was ordered.`],
        { label: 'See the plans', href: fanclub.plansUrl },
      ),
    }[reason];
    return problems ? { ...shown, status: 422 } : shown;
  }
}

const SEND = 'Send the mail today';

function cardFields(sent: SentForm): FieldSpec[] {
  const text = { type: 'text', autocomplete: 'off' } as const;
  return [
    {
      ...text,
      name: 'recipient_name',
      label: 'Name of the recipient (optional)',
      value: sent.recipient_name,
    },
    { ...text, name: 'sender_name', label: 'Your name on the card (optional)', value: sent.sender_name },
    {
      ...text,
      type: 'long',
      name: 'message',
      label: 'Message (optional)',
      hint: `At most ${MOST_MESSAGE} characters.`,
      value: sent.message,
    },
  ];
}

function mailFields(sent: SentForm): FieldSpec[] {
  return [
    {
      type: 'email',
      autocomplete: 'off',
      name: 'recipient_email',
      label: 'Email address of the recipient (optional)',
      hint: 'Leave both empty to give the card yourself.',
      value: sent.recipient_email,
    },
    {
      type: 'date',
      autocomplete: 'off',
      name: 'mail_day',
      label: 'Day of the mail (optional)',
      hint: 'Today, or a day within a year.',
      value: sent.mail_day,
    },
  ];
}

/** Empty if nothing is paid for shipping. */
function shippingText(shipping: GiftOffer['shipping'], { homeCountry }: FanclubInfo): string[] {
  if (shipping === null) return [];
  const { domestic, international } = shipping;
  const prices =
    domestic === international
      ? domestic
      : `${domestic} in ${countryName(homeCountry)}, ${international} in other countries`;
  return [`The recipient pays the shipping of the package when redeeming the code: ${prices}.`];
}

function stateText({ state, recipient }: OwnGift, planName: string): string {
  const gift = `Your gift${recipient === null ? '' : ` for ${recipient}`}, the membership “${planName}”,`;
  return {
    ordered: `${gift} waits for its payment.`,
    ready: `${gift} can be redeemed.`,
    disputed: `${gift} cannot be redeemed while you dispute the payment.`,
    redeeming: `${gift} is being redeemed.`,
    redeemed: `${gift} was redeemed.`,
    void: `${gift} is no longer valid.`,
  }[state];
}

function mailText({ email, mailOn, mailedAt }: OwnGift, { timeZone }: FanclubInfo): string {
  const sent = mailedAt === null ? '' : `The mail was sent on ${humanDate(mailedAt, timeZone)}. `;
  if (mailOn !== null) return `${sent}The mail goes to ${email} on ${humanDay(mailOn)}.`;
  return sent === '' ? 'No mail is planned. Give the card yourself, or enter an address.' : sent.trim();
}
