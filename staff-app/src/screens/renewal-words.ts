import type { StaffRenewal } from '../api/generated';
import { dayOf } from '../parts/zoned-time';

/** The states of a renewal, as the lists call them. */
export const RENEWAL_STATES: Readonly<Record<StaffRenewal['state'], string>> = {
  planned: 'Planned',
  announced: 'Announced',
  charging: 'Being charged',
  waiting: 'Waiting for the next try',
  action_needed: 'Action needed',
  done: 'Renewed',
  stopped: 'Stopped',
  given_up: 'Given up',
};

/** Why a renewal is stopped, or needs its member. */
const REASONS: Readonly<Record<string, string>> = {
  opted_out: 'The member turned automatic renewal off.',
  country_changed: 'The member moved to another country.',
  card_removed: 'The card was removed.',
  disputed: 'The member disputed a payment at the bank.',
  cap: 'The plan was renewed as often as it can be.',
  plan_unavailable: 'No plan that follows is on sale.',
  address_missing: 'The member has no address for the package.',
  cancelled: 'The membership was cancelled or changed.',
  free: 'The plan costs nothing now.',
  continued: 'The member has the next membership already.',
  staff: 'Somebody of the staff stopped it.',
  declined: 'The bank declined the card.',
  authentication: 'The bank asks the member to confirm the payment.',
  no_card: 'There is no card that can be charged.',
  late: 'Too little time is left to announce a charge.',
  price_rose: 'The price is higher than announced.',
  plan_changed: 'Another plan follows than announced.',
};

/** What caused a change of a renewal. */
export const CHANGE_CAUSES: Readonly<Record<string, string>> = {
  renewal: 'Its schedule, or its member',
  staff: 'Somebody of the staff',
};

/** The state of a renewal in a sentence. */
export function sentenceOf({ state, automatic, day, tries, reason }: StaffRenewal): string {
  const why = reason === null ? '' : ` ${REASONS[reason] ?? reason}`;
  const on = dayOf(day);
  switch (state) {
    case 'planned':
      return 'The renewal is planned. No mail was sent yet.';
    case 'announced':
      return automatic
        ? `The card is charged on ${on}. The member got a mail.`
        : `The member can renew by hand until ${on}.`;
    case 'charging':
      return 'The card is being charged.';
    case 'waiting':
      return `The card was declined ${tries === 1 ? 'once' : `${tries} times`}. The next try is on ${on}.`;
    case 'action_needed':
      return `The member has to act by ${on}.${why}`;
    case 'done':
      return 'The membership is renewed.';
    case 'stopped':
      return `Nothing is charged.${why} The membership ends on ${on}.`;
    case 'given_up':
      return `The membership was not renewed.${why}`;
  }
}
