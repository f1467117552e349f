import { displayPrice, humanDate } from '#libs/format';
import type { FanclubInfo, Membership, ViewerCustomer } from '#platform/access';
import { cardText, type SavedCard } from '#domains/payments';
import { isPayableByHand, type OwnRenewal } from '#domains/renewals';
import type { TermAhead } from '#domains/subscriptions';
import { renewalRows, renewalText } from './renewal-text.rules';

/** A form of one button. */
export interface MembershipButton {
  readonly label: string;
  /** The path that its form is sent to. */
  readonly action: string;
  /** Whether it is likely to be what the visitor came for. */
  readonly isMain: boolean;
}

/** A part of the page "Membership". */
export interface MembershipSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly buttons: readonly MembershipButton[];
}

/** What the page "Membership" shows. */
export interface MembershipFacts {
  readonly fanclub: Pick<FanclubInfo, 'name' | 'currency' | 'timeZone' | 'supportEmail'>;
  readonly customer: Pick<ViewerCustomer, 'membership' | 'autoRenewalEnabled'>;
  /** The memberships that are still to begin. */
  readonly ahead: readonly TermAhead[];
  /** Of the present membership. Null: none is planned. */
  readonly renewal: OwnRenewal | null;
  readonly card: SavedCard | null;
  /** Whether the fan club saves cards. */
  readonly savesCards: boolean;
  /** Whether the visitor has opened the renewal by a mailed link. Then the page shows nothing else. */
  readonly isLinked: boolean;
  /** The path of the page. */
  readonly root: string;
}

/** The parts of the page "Membership", without empty ones. */
export function membershipSections(facts: MembershipFacts): MembershipSection[] {
  const { fanclub, customer, ahead, isLinked } = facts;
  const present = presentText(customer.membership, fanclub);
  const following = isLinked ? [] : ahead.map((term) => aheadText(term, fanclub));
  return [
    { heading: 'Your membership', paragraphs: present, rows: [], buttons: [] },
    { heading: 'What follows', paragraphs: following, rows: [], buttons: [] },
    renewalSection(facts),
    cardSection(facts),
  ].filter(({ paragraphs }) => paragraphs.length > 0);
}

/** The text of the consent to save a card. It is stored with the card. */
export const consentTo = ({ name }: Pick<FanclubInfo, 'name'>): string =>
  `${name} may charge this card for renewals of my membership, after telling me the price and the day. I can stop this at any time on this page.`;

function presentText(
  membership: Membership | null,
  { currency, timeZone }: MembershipFacts['fanclub'],
): string[] {
  if (!membership) return ['You have no membership at present.'];
  const { plan, planPrice, endDate, lapsed, salesPeriod } = membership;
  const name = `Your membership “${plan.name}” (${displayPrice(planPrice, currency)})`;
  if (endDate === null) return [`${name} does not end.`];
  const extended = salesPeriod?.extendedUntil ?? null;
  const grace =
    extended === null || extended <= endDate
      ? []
      : [`You keep its benefits until ${humanDate(extended, timeZone)}, so that you have time to renew it.`];
  return [`${name} ${lapsed ? 'ended' : 'ends'} on ${humanDate(endDate, timeZone)}.`, ...grace];
}

function aheadText(
  { planName, startsAt, endDate }: TermAhead,
  { timeZone }: MembershipFacts['fanclub'],
): string {
  const begins =
    startsAt === null
      ? 'begins when your present membership ends'
      : `begins on ${humanDate(startsAt, timeZone)}`;
  return `“${planName}” ${begins}${endDate === null ? '' : `, and ends on ${humanDate(endDate, timeZone)}`}.`;
}

function renewalSection(facts: MembershipFacts): MembershipSection {
  const { fanclub, customer, ahead, renewal, card, root } = facts;
  const { autoRenewalEnabled: renews, membership } = customer;
  const isEmpty = !renewal && !renews && !card && !membership?.endDate;
  const paragraphs = isEmpty ? [] : [renewalText(renewal, { fanclub, renews, hasCard: card !== null })];
  const button = (label: string, action: string, isMain = false): MembershipButton => ({
    label,
    action: `${root}/${action}`,
    isMain,
  });
  const buttons = [
    // A member whose charge was announced need not pay.
    ...(renewal && canPay(renewal, ahead) ? [button('Pay now', 'pay', !isComing(renewal))] : []),
    ...(renews && renewal?.state !== 'stopped' ? [button('Stop automatic renewal', 'renewal-off')] : []),
    ...(card && !renews ? [button('Renew automatically', 'renewal-on')] : []),
  ];
  const rows = renewal ? renewalRows(renewal, fanclub, card && cardText(card)) : [];
  return { heading: 'Renewal', paragraphs, rows, buttons };
}

/** Whether a charge is announced, and the member need not do anything. */
const isComing = ({ state, automatic }: OwnRenewal): boolean => state === 'announced' && automatic;

/** Whether the page offers to pay. An order is placed then if there is none. */
function canPay(renewal: OwnRenewal, ahead: readonly TermAhead[]): boolean {
  if (renewal.isRenewed || renewal.state === 'charging') return false;
  const hasNext = renewal.reason === 'continued' && ahead.length > 0;
  return renewal.payableOrder !== null || (isPayableByHand(renewal) && !hasNext);
}

function cardSection({ fanclub, card, savesCards, isLinked, root }: MembershipFacts): MembershipSection {
  const heading = 'Saved card';
  const remove = { label: 'Remove this card', action: `${root}/remove`, isMain: false };
  if (!card && !savesCards) {
    const paragraphs = [
      `${fanclub.name} does not keep payment cards here, so there is no saved card to show or to change.`,
      `Questions about a payment? Write to ${fanclub.supportEmail}.`,
    ];
    return { heading, paragraphs, rows: [], buttons: [] };
  }
  const consent = `If you save a card, you agree: “${consentTo(fanclub)}”`;
  const save = { label: 'Save a card', action: `${root}/replace`, isMain: true };
  if (!card) return { heading, paragraphs: ['You have no saved card.', consent], rows: [], buttons: [save] };
  const { expMonth, expYear, consentedAt, consentText } = card;
  const agreed = `You agreed on ${humanDate(consentedAt, fanclub.timeZone)}: “${consentText}”`;
  const paragraphs = [
    `${cardText(card)}, valid until ${expMonth}/${expYear}.`,
    // What was agreed elsewhere may say more than this renewal.
    isLinked ? consent : agreed,
  ];
  const replace = { label: 'Replace this card', action: `${root}/replace`, isMain: false };
  return { heading, paragraphs, rows: [], buttons: isLinked ? [replace] : [replace, remove] };
}
