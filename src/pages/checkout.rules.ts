import type { FanclubInfo } from '#platform/access';
import type { Offer } from '#domains/checkout';
import type { Views } from './page';

/** The label of the checkout's button. */
export function buttonOf({ isFree, change, code }: Offer): string {
  if (isFree && code?.kind === 'gift') return 'Redeem the gift';
  if (!isFree) return 'Continue to payment';
  if (change === 'renewal') return 'Renew for free';
  return change === 'upgrade' ? 'Upgrade for free' : 'Join for free';
}

type Refusal = (
  offer: Offer,
  fanclub: FanclubInfo,
) => Pick<Views['notice'], 'paragraphs'> & { heading: string };

/** The texts that replace the form, for each reason why a plan cannot be ordered. */
export const REFUSALS: Readonly<Record<Exclude<Offer['availability'], 'available'>, Refusal>> = {
  already_yours: ({ plan }) => ({
    heading: 'You have this plan already',
    paragraphs: [`Your membership “${plan.name}” is active. There is nothing to order.`],
  }),
  already_queued: ({ plan }) => ({
    heading: 'You have bought this plan already',
    paragraphs: [
      `Your membership “${plan.name}” begins when your present one ends. There is nothing to order.`,
    ],
  }),
  after_queued: ({ plan }) => ({
    heading: 'You have bought another membership already',
    paragraphs: [
      `It begins when your present one ends, and would replace “${plan.name}”. You can change it then.`,
    ],
  }),
  never_ends: (_offer, { supportEmail }) => ({
    heading: 'Your membership never ends',
    paragraphs: [
      'So nothing can begin after it. You can give the code to somebody else.',
      `Questions? Write to ${supportEmail}.`,
    ],
  }),
  season_over: ({ plan }, { supportEmail }) => ({
    heading: 'The season of this plan is over by then',
    paragraphs: [
      `“${plan.name}” ends with its season, which is over when your membership would begin.`,
      `Questions? Write to ${supportEmail}.`,
    ],
  }),
  not_available: ({ plan }) => ({
    heading: 'This plan is not available',
    paragraphs: [`“${plan.name}” is not on sale now, or not for a membership like yours.`],
  }),
  sold_out: ({ plan, skipsList }, { supportEmail }) => ({
    heading: 'Sold out',
    paragraphs: skipsList
      ? [`“${plan.name}” is sold out, and not on sale now. Questions? Write to ${supportEmail}.`]
      : [`“${plan.name}” is sold out. Join the waiting list, and we write to you when a membership is free.`],
  }),
  payment_not_set_up: (_offer, { name, supportEmail }) => ({
    heading: 'This plan cannot be bought here yet',
    paragraphs: [
      `Paying is not set up for ${name} yet, so nothing was ordered.`,
      `To join all the same, write to ${supportEmail}.`,
    ],
  }),
};
