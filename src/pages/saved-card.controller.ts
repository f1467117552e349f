import { Get, Post } from '@nestjs/common';
import { displayPrice, humanDate } from '#libs/format';
import {
  CurrentViewer,
  type FanclubInfo,
  HostedPage,
  type Viewer,
  type ViewerCustomer,
} from '#platform/access';
import { payerOf } from '#domains/checkout';
import { cardText, CardRequired, type SavedCard, SavedCards } from '#domains/payments';
import { formView } from './form.rules';
import { backTo, formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { troubleOf, TROUBLES } from './provider-trouble';

/** The card of a member that the fan club may charge for renewals. */
@PageController('/saved-card')
@HostedPage()
export class SavedCardController {
  constructor(
    private readonly cards: SavedCards,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer): Promise<Page> {
    return this.withMember(viewer, async (customer) => {
      const card = await this.cards.current(viewer.fanclub, customer.id);
      if (!card && !(await this.cards.isPossible(viewer.fanclub))) return noCards(viewer.fanclub);
      return this.pageOf(viewer.fanclub, customer, card);
    });
  }

  /** Where the page of the provider sends its visitors. */
  @Get('return')
  return(@CurrentViewer() viewer: Viewer): Promise<Page> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.observe(viewer.fanclub.id, customer.id).catch((error: unknown) => {
        if (troubleOf(error) === null) throw error;
      });
      const card = await this.cards.current(viewer.fanclub, customer.id);
      // Storing a card turns automatic renewal on.
      return this.pageOf(viewer.fanclub, { ...customer, autoRenewalEnabled: card !== null }, card);
    });
  }

  /** Opens the page for a new card. Because of the Content-Security-Policy, a link leads there. */
  @Post('replace')
  replace(@CurrentViewer() viewer: Viewer): Promise<Page> {
    const { fanclub } = viewer;
    return this.withMember(viewer, async (customer) => {
      const payer = payerOf(customer);
      if (!payer) return noCards(fanclub);
      const href = await this.cards.openPage(fanclub, payer, consentTo(fanclub));
      const paragraphs = ['You enter the card on the page of the payment service. No money is taken.'];
      return notice('One step is left', paragraphs, { label: 'Enter the card', href }, this.self(fanclub));
    });
  }

  @Post('remove')
  remove(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.remove(viewer.fanclub, customer.id);
      return this.again(viewer);
    });
  }

  @Post('renewal-on')
  renewalOn(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.setAutoRenewal(viewer.fanclub, customer.id, true).catch((error: unknown) => {
        if (!(error instanceof CardRequired)) throw error;
      });
      return this.again(viewer);
    });
  }

  @Post('renewal-off')
  renewalOff(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.setAutoRenewal(viewer.fanclub, customer.id, false);
      return this.again(viewer);
    });
  }

  private async withMember<T extends Page | SeeOther>(
    viewer: Viewer,
    act: (customer: ViewerCustomer) => Promise<T>,
  ): Promise<T | Page> {
    const { fanclub, customer } = viewer;
    if (!customer) {
      const here = this.addresses.absolute(fanclub.id, 'saved-card');
      const href = withRedirect(this.addresses.own(fanclub.id, 'login'), here);
      const paragraphs = [
        'Log in to see your saved card.',
        `Questions about a payment? Write to ${fanclub.supportEmail}.`,
      ];
      return notice('Saved card', paragraphs, { label: 'Log in', href });
    }
    try {
      return await act(customer);
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      const again = this.self(fanclub, 'Try again');
      return { ...notice('Nothing was changed', [TROUBLES[trouble]], again), status: 503 };
    }
  }

  private pageOf(fanclub: FanclubInfo, customer: ViewerCustomer, card: SavedCard | null): Page {
    const root = this.addresses.own(fanclub.id, 'saved-card');
    const { autoRenewalEnabled: renews } = customer;
    const paragraphs = card
      ? [
          `${cardText(card)}, valid until ${card.expMonth}/${card.expYear}.`,
          `You agreed on ${humanDate(card.consentedAt, fanclub.timeZone)}: “${card.consentText}”`,
          renews
            ? `Automatic renewal is on: ${fanclub.name} may charge this card for renewals of your membership.`
            : 'Automatic renewal is off: this card is not charged for renewals.',
          ...endOf(customer, fanclub),
        ]
      : ['You have no saved card, so your membership does not renew automatically.', consentTo(fanclub)];
    const buttons = card
      ? [
          {
            action: `${root}/${renews ? 'renewal-off' : 'renewal-on'}`,
            label: renews ? 'Stop automatic renewal' : 'Renew automatically',
          },
          { action: `${root}/remove`, label: 'Remove this card' },
        ]
      : [];
    const form = {
      ...formView(card ? 'Replace this card' : 'Save a card', []),
      action: `${root}/replace`,
    };
    return formPage('saved-card', 'Saved card', { paragraphs, buttons, back: backTo(fanclub) }, form);
  }

  private self({ id }: FanclubInfo, label = 'Back to your saved card') {
    return { label, href: this.addresses.own(id, 'saved-card') };
  }

  private again({ fanclub }: Viewer): SeeOther {
    return new SeeOther(this.addresses.own(fanclub.id, 'saved-card'));
  }
}

/** What a member agrees to by saving a card. The text is kept with the card. */
const consentTo = ({ name }: FanclubInfo): string =>
  `${name} may charge this card for renewals of my membership, after telling me the price and the day. I can stop this at any time on this page.`;

/** When the present membership ends, if it does. */
function endOf({ membership }: ViewerCustomer, { currency, timeZone }: FanclubInfo): string[] {
  if (!membership?.endDate) return [];
  const { plan, planPrice, endDate } = membership;
  const price = displayPrice(planPrice, currency);
  return [`Your membership “${plan.name}” (${price}) ends on ${humanDate(endDate, timeZone)}.`];
}

const noCards = (fanclub: FanclubInfo): Page =>
  notice(
    'Saved card',
    [
      `${fanclub.name} does not keep payment cards here, so there is no saved card to show or to change.`,
      `Questions about a payment? Write to ${fanclub.supportEmail}.`,
    ],
    backTo(fanclub),
  );
