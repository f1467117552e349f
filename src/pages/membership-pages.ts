import { Injectable } from '@nestjs/common';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { CardRequired, payerOf, SavedCardsService } from '#domains/payments';
import { ExclusiveContentService } from '#domains/exclusive-content';
import { type OwnRenewal, RenewalsService } from '#domains/renewals';
import { SubscriptionsService } from '#domains/subscriptions';
import { contentView } from './content-view';
import { formView } from './form.rules';
import { consentTo, membershipSections } from './membership.rules';
import { backTo, formPage, notice, page, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { troubleOf, TROUBLES } from './provider-trouble';

/** Whose page "Membership" is shown. */
export interface PageMember {
  readonly fanclub: FanclubInfo;
  readonly customer: ViewerCustomer;
  /** The path of the page. */
  readonly root: string;
  /** Whether the visitor has opened the renewal by a mailed link, and sees and changes nothing else. */
  readonly isLinked: boolean;
}

/** The page "Membership", and what its buttons do, for a logged-in member and for the bearer of a mailed link. */
@Injectable()
export class MembershipPages {
  constructor(
    private readonly cards: SavedCardsService,
    private readonly renewals: RenewalsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly exclusive: ExclusiveContentService,
    private readonly addresses: PageAddresses,
  ) {}

  async show(member: PageMember): Promise<Page> {
    const { fanclub, customer, isLinked, root } = member;
    const [card, renewal, ahead, savesCards, items] = await Promise.all([
      this.cards.current(fanclub, customer.id),
      this.renewalOf(member),
      this.subscriptions.ahead(fanclub, customer.id),
      this.cards.isPossible(fanclub),
      isLinked ? [] : this.exclusive.ofMember(fanclub, customer),
    ]);
    const sections = membershipSections({ ...member, ahead, renewal, card, savesCards });
    const all = this.addresses.absolute(fanclub.id, 'membership');
    const href = withRedirect(this.addresses.own(fanclub.id, 'login'), all);
    const links = [
      isLinked
        ? { label: 'Log in to see more', href }
        : { label: 'Your data', href: this.addresses.own(fanclub.id, 'my-data') },
      ...(isLinked || fanclub.signInProviders.length === 0
        ? []
        : [{ label: 'Other accounts', href: this.addresses.own(fanclub.id, 'connections') }]),
      ...(customer.membership ? [] : [{ label: 'See the plans', href: fanclub.plansUrl }]),
      backTo(fanclub),
    ];
    const content = { sections, links, benefits: contentView(items, root) };
    const hasForms = sections.some(({ buttons }) => buttons.length > 0);
    // The buttons are forms of their own, which need the token of a form.
    return hasForms
      ? formPage('membership', 'Membership', content, formView('', []))
      : page('membership', 'Membership', content);
  }

  /** Follows what happened on the page for a card, and leads back. */
  returned(member: PageMember): Promise<Page | SeeOther> {
    const { fanclub, customer } = member;
    return this.tried(member, async () => {
      await this.cards.observe(fanclub.id, customer.id).catch((error: unknown) => {
        if (troubleOf(error) === null) throw error;
      });
      return this.again(member);
    });
  }

  /** Opens the page for a new card. Because of the Content-Security-Policy, a link leads there. */
  replaceCard(member: PageMember): Promise<Page | SeeOther> {
    const { fanclub, customer } = member;
    return this.tried(member, async () => {
      const payer = payerOf(customer);
      if (!payer) return this.again(member);
      const href = await this.cards.openPage(fanclub, payer, consentTo(fanclub));
      const paragraphs = ['You enter the card on the page of the payment service. No money is taken.'];
      return notice('One step is left', paragraphs, { label: 'Enter the card', href }, back(member));
    });
  }

  removeCard(member: PageMember): Promise<Page | SeeOther> {
    return this.tried(member, async () => {
      await this.cards.remove(member.fanclub, member.customer.id);
      return this.again(member);
    });
  }

  /** Turns automatic renewal on or off. Without a card it stays off. */
  setRenewal(member: PageMember, isOn: boolean): Promise<Page | SeeOther> {
    return this.tried(member, async () => {
      await this.cards.setAutoRenewal(member.fanclub, member.customer.id, isOn).catch((error: unknown) => {
        if (!(error instanceof CardRequired)) throw error;
      });
      return this.again(member);
    });
  }

  /** Leads to the page of the renewal's order, which is placed if there is none. */
  pay(member: PageMember): Promise<Page | SeeOther> {
    const { fanclub } = member;
    return this.tried(member, async () => {
      const renewal = await this.renewalOf(member);
      const to = renewal && (await this.renewals.toPay(fanclub, renewal.id));
      if (to?.order) return new SeeOther(this.addresses.order(fanclub.id, to.order));
      const checkout = to?.checkout && { label: 'Continue at the checkout', href: to.checkout };
      return checkout
        ? notice('Continue at the checkout', [AT_CHECKOUT], checkout, back(member))
        : notice('Nothing to pay here', [NOTHING_TO_PAY], back(member));
    });
  }

  /** The renewal of the present membership. Null: none is planned. */
  private async renewalOf({ fanclub, customer }: PageMember): Promise<OwnRenewal | null> {
    const renewal = await this.renewals.ofMember(fanclub, customer.id);
    return renewal?.subscriptionId === customer.membership?.subscriptionId ? renewal : null;
  }

  private async tried(member: PageMember, act: () => Promise<Page | SeeOther>): Promise<Page | SeeOther> {
    try {
      return await act();
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      return {
        ...notice('Nothing was changed', [TROUBLES[trouble]], back(member, 'Try again')),
        status: 503,
      };
    }
  }

  /** Back to the page, which shows what the change means for a renewal. */
  private async again({ fanclub, customer, root }: PageMember): Promise<SeeOther> {
    await this.renewals.follow(fanclub, customer.id);
    return new SeeOther(root);
  }
}

/** Asks a visitor to log in, and to come back to the page "Membership". */
export function logInFirst(fanclub: FanclubInfo, addresses: PageAddresses): Page {
  const here = addresses.absolute(fanclub.id, 'membership');
  const href = withRedirect(addresses.own(fanclub.id, 'login'), here);
  const paragraphs = [
    'Log in to see your membership, what it includes, its renewal and your saved card.',
    `Questions about a payment? Write to ${fanclub.supportEmail}.`,
  ];
  return notice('Membership', paragraphs, { label: 'Log in', href });
}

const AT_CHECKOUT =
  'This renewal is ordered at the checkout of its plan. Another order of yours may be open there.';
const NOTHING_TO_PAY = 'This renewal cannot be paid now. It may be paid already, or its plan is not sold.';

const back = ({ root }: PageMember, label = 'Back to your membership') => ({ label, href: root });
