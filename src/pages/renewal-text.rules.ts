import { displayPrice, humanDate } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import { type OwnRenewal, REASONS } from '#domains/renewals';

type Club = Pick<FanclubInfo, 'name' | 'currency' | 'timeZone'>;

/** What the text about a renewal depends on. */
export interface RenewalTextFacts {
  readonly fanclub: Club;
  /** Whether automatic renewal is on. */
  readonly renews: boolean;
  readonly hasCard: boolean;
}

/** What is charged when, or why nothing is. @param renewal null: none is planned */
export function renewalText(
  renewal: OwnRenewal | null,
  { fanclub, renews, hasCard }: RenewalTextFacts,
): string {
  const { name, currency, timeZone } = fanclub;
  const { state, automatic, planName, nextAt, total, reason } = renewal ?? {};
  const plan = planName ?? 'your membership';
  const amount = total == null ? '' : ` ${displayPrice(total, currency)}`;
  const why = reason ? ` ${REASONS[reason]}` : '';
  if (renewal?.isRenewed) return 'Your membership is renewed.';
  if (state === 'charging') return `Your card is being charged${amount} for “${plan}” now.`;
  if (nextAt && state === 'action_needed')
    return `Your renewal of “${plan}” waits for you.${why} Please pay${amount} by ${humanDate(nextAt, timeZone)} to stay a member.`;
  if (renews && nextAt && automatic && state === 'announced')
    return `Automatic renewal is on: on ${humanDate(nextAt, timeZone)}, ${name} charges this card${amount} for “${plan}”.`;
  if (renews && nextAt && state === 'waiting')
    return `Your card was declined. On ${humanDate(nextAt, timeZone)}, ${name} tries again to charge it${amount} for “${plan}”.`;
  if (state === 'stopped') return `Automatic renewal has stopped, and nothing is charged.${why}`;
  if (state === 'given_up')
    return `Your membership was not renewed. Your card is not charged any more, and automatic renewal is off.`;
  if (state === 'announced' && !automatic)
    return `You can renew your membership with “${plan}” now. Nothing is charged automatically.`;
  if (!hasCard)
    return renews
      ? 'Automatic renewal is on, but there is no card to charge.'
      : 'Automatic renewal is off. Saving a card turns it on.';
  return renews
    ? `Automatic renewal is on: ${name} may charge this card for renewals of your membership, after telling you the price and the day.`
    : 'Automatic renewal is off: this card is not charged for renewals.';
}

/** How the day of a renewal is called, by its state. The other states have none. */
const DAYS: Partial<Record<OwnRenewal['state'], string>> = {
  announced: 'Charged on',
  waiting: 'Next try',
  action_needed: 'Pay by',
};

/** Plan, amount, day and card of a renewal. Empty if nothing is to be paid. @param card its text; null: none */
export function renewalRows(
  { state, automatic, planName, nextAt, total, isRenewed }: OwnRenewal,
  { currency, timeZone }: Pick<Club, 'currency' | 'timeZone'>,
  card: string | null,
): { label: string; value: string }[] {
  const day = DAYS[state];
  if (isRenewed || !automatic || day === undefined || planName === null) return [];
  return [
    { label: 'Plan', value: planName },
    ...(total === null ? [] : [{ label: 'Amount', value: displayPrice(total, currency) }]),
    ...(nextAt === null ? [] : [{ label: day, value: humanDate(nextAt, timeZone) }]),
    ...(card === null || state === 'action_needed' ? [] : [{ label: 'Card', value: card }]),
  ];
}
