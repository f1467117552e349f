import type { ActionReason, StopReason } from './renewal.states';

/** Why a renewal stopped or needs its member: a sentence to the member. */
export const REASONS: Readonly<Record<StopReason | ActionReason, string>> = {
  opted_out: 'You turned it off.',
  country_changed:
    'Your address is in another country now, where shipping may cost more, so please look at the price first.',
  card_removed: 'Your card was removed.',
  disputed: 'You disputed a payment at your bank.',
  cap: 'You have renewed this plan as often as it can be renewed.',
  plan_unavailable: 'The plan is not sold any more.',
  address_missing: 'We do not know where to send your package.',
  cancelled: 'Your membership was changed.',
  free: 'The plan costs nothing now.',
  continued: 'You have the next membership already.',
  staff: 'The fan club stopped it.',
  declined: 'Your bank declined the card.',
  authentication: 'Your bank asks you to confirm the payment.',
  no_card: 'There is no card that we can charge.',
  late: 'There is too little time left to announce a charge.',
  price_rose: 'The price is higher than we announced, so we did not charge it.',
  plan_changed: 'Another plan follows now than we announced, so we did not charge it.',
};
