import { displayPrice, humanDate } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import type { OwnRenewal } from '#domains/renewals';

/** What the text about a renewal depends on. */
export interface RenewalTextFacts {
  readonly fanclub: Pick<FanclubInfo, 'name' | 'currency' | 'timeZone'>;
  /** Whether automatic renewal is on. */
  readonly renews: boolean;
  readonly hasCard: boolean;
  /** The consent to saving a card. */
  readonly consent: string;
}

/** What is charged when, or why nothing is. @param renewal null: none is planned */
export function renewalText(
  renewal: OwnRenewal | null,
  { fanclub, renews, hasCard, consent }: RenewalTextFacts,
): string {
  const { name, currency, timeZone } = fanclub;
  const { state, automatic, planName, nextAt, total } = renewal ?? {};
  const plan = planName ?? 'your membership';
  const amount = total == null ? '' : ` ${displayPrice(total, currency)}`;
  if (state === 'charging') return `Your card is being charged${amount} for “${plan}” now.`;
  if (nextAt && state === 'action_needed')
    return `Your renewal of “${plan}” waits for you. Please pay${amount} by ${humanDate(nextAt, timeZone)} to stay a member.`;
  if (renews && nextAt && automatic && state === 'announced')
    return `Automatic renewal is on: on ${humanDate(nextAt, timeZone)}, ${name} charges this card${amount} for “${plan}”.`;
  if (renews && nextAt && state === 'waiting')
    return `Your card was declined. On ${humanDate(nextAt, timeZone)}, ${name} tries again to charge it${amount} for “${plan}”.`;
  if (!hasCard) return renews ? `Automatic renewal is on, but there is no card to charge.` : consent;
  return renews
    ? `Automatic renewal is on: ${name} may charge this card for renewals of your membership, after telling you the price and the day.`
    : 'Automatic renewal is off: this card is not charged for renewals.';
}
