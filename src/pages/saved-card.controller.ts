import { Get, Post } from '@nestjs/common';
import { displayPrice, humanDate } from '#libs/format';
import {
  CurrentViewer,
  type FanclubInfo,
  HostedPage,
  type Viewer,
  type ViewerCustomer,
} from '#platform/access';
import { payerOf, cardText, CardRequired, type SavedCard, SavedCardsService } from '#domains/payments';
import { RenewalsService } from '#domains/renewals';
import { formView } from './form.rules';
import { backTo, formPage, notice, page, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { troubleOf, TROUBLES } from './provider-trouble';
import { renewalText } from './renewal-text.rules';

/** The card of a member that the fan club may charge for renewals, and when it charges how much. */
@PageController('/saved-card')
@HostedPage()
export class SavedCardController {
  constructor(
    private readonly cards: SavedCardsService,
    private readonly renewals: RenewalsService,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer): Promise<Page> {
    return this.withMember(viewer, async (customer) => {
      const card = await this.cards.current(viewer.fanclub, customer.id);
      if (!card && !customer.autoRenewalEnabled && !(await this.cards.isPossible(viewer.fanclub)))
        return noCards(viewer.fanclub);
      return this.pageOf(viewer.fanclub, customer, card);
    });
  }

  /** The return URL of the provider's page. */
  @Get('return')
  return(@CurrentViewer() viewer: Viewer): Promise<Page> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.observe(viewer.fanclub.id, customer.id).catch((error: unknown) => {
        if (troubleOf(error) === null) throw error;
      });
      await this.renewals.follow(viewer.fanclub, customer.id);
      const card = await this.cards.current(viewer.fanclub, customer.id);
      // Storing a card turns automatic renewal on.
      return this.pageOf(viewer.fanclub, { ...customer, autoRenewalEnabled: card !== null }, card);
    });
  }

  /** Opens the page for a new card. Because of the Content-Security-Policy, a link leads there. */
  @Post('replace')
  replace(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    return this.withMember(viewer, async (customer): Promise<Page | SeeOther> => {
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
      return this.again(viewer, customer);
    });
  }

  @Post('renewal-on')
  renewalOn(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.setAutoRenewal(viewer.fanclub, customer.id, true).catch((error: unknown) => {
        if (!(error instanceof CardRequired)) throw error;
      });
      return this.again(viewer, customer);
    });
  }

  @Post('renewal-off')
  renewalOff(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, async (customer) => {
      await this.cards.setAutoRenewal(viewer.fanclub, customer.id, false);
      return this.again(viewer, customer);
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

  private async pageOf(
    fanclub: FanclubInfo,
    customer: ViewerCustomer,
    card: SavedCard | null,
  ): Promise<Page> {
    const { autoRenewalEnabled: renews } = customer;
    const renewal = await this.renewals.ofMember(fanclub, customer.id);
    const order = renewal?.payableOrder ?? null;
    const [first, ...others] = this.buttonsFor(fanclub, card !== null, renews);
    const content = {
      paragraphs: [
        ...(card ? cardFacts(card, fanclub) : [NO_CARD]),
        renewalText(renewal, { fanclub, renews, hasCard: card !== null, consent: consentTo(fanclub) }),
        ...endOf(customer, fanclub),
      ],
      pay: order === null ? null : { label: 'Pay now', href: this.addresses.order(fanclub.id, order) },
      buttons: others,
      back: backTo(fanclub),
    };
    if (!first) return page('saved-card', 'Saved card', content);
    return formPage('saved-card', 'Saved card', content, {
      ...formView(first.label, []),
      action: first.action,
    });
  }

  /** What a member can do; the first one is the most likely. */
  private buttonsFor(
    { id }: FanclubInfo,
    hasCard: boolean,
    renews: boolean,
  ): { label: string; action: string }[] {
    const replace = { label: hasCard ? 'Replace this card' : 'Save a card', action: 'replace' };
    const buttons = [
      replace,
      ...(renews ? [{ label: 'Stop automatic renewal', action: 'renewal-off' }] : []),
      ...(hasCard && !renews ? [{ label: 'Renew automatically', action: 'renewal-on' }] : []),
      ...(hasCard ? [{ label: 'Remove this card', action: 'remove' }] : []),
    ];
    const root = this.addresses.own(id, 'saved-card');
    return buttons.map(({ label, action }) => ({ label, action: `${root}/${action}` }));
  }

  private self({ id }: FanclubInfo, label = 'Back to your saved card') {
    return { label, href: this.addresses.own(id, 'saved-card') };
  }

  /** Back to the page, which shows what the change means for a renewal. */
  private async again({ fanclub }: Viewer, { id }: ViewerCustomer): Promise<SeeOther> {
    await this.renewals.follow(fanclub, id);
    return new SeeOther(this.addresses.own(fanclub.id, 'saved-card'));
  }
}

/** The text of the consent to save a card. It is stored with the card. */
const consentTo = ({ name }: FanclubInfo): string =>
  `${name} may charge this card for renewals of my membership, after telling me the price and the day. I can stop this at any time on this page.`;

const NO_CARD = 'You have no saved card.';

const cardFacts = (card: SavedCard, { timeZone }: FanclubInfo): string[] => [
  `${cardText(card)}, valid until ${card.expMonth}/${card.expYear}.`,
  `You agreed on ${humanDate(card.consentedAt, timeZone)}: “${card.consentText}”`,
];

/** When the present membership ends, if it does. A lapsed one has ended already. */
function endOf({ membership }: ViewerCustomer, { currency, timeZone }: FanclubInfo): string[] {
  if (!membership?.endDate) return [];
  const { plan, planPrice, endDate, lapsed } = membership;
  const price = displayPrice(planPrice, currency);
  return [
    `Your membership “${plan.name}” (${price}) ${lapsed ? 'ended' : 'ends'} on ${humanDate(endDate, timeZone)}.`,
  ];
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
