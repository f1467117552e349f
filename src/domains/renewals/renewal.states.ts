import type { RenewalState } from './renewal.entity';

/** Why a renewal was stopped. `continued`: the member has the next membership already. `staff`: only staff resume it. */
export const STOP_REASONS = [
  'opted_out',
  'country_changed',
  'card_removed',
  'disputed',
  'cap',
  'plan_unavailable',
  'address_missing',
  'cancelled',
  'free',
  'continued',
  'staff',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Why a member has to act. `late`: too little time is left for a notice. `price_rose`, `plan_changed`: the same, after the announcement. */
export type ActionReason = 'declined' | 'authentication' | 'no_card' | 'late' | 'price_rose' | 'plan_changed';

/** The reasons that another saved card removes. */
export const OF_CARD: readonly ActionReason[] = ['declined', 'authentication', 'no_card'];

/** Whether a member can act by saving another card. */
export const isOfCard = (reason: string | null): boolean => OF_CARD.some((one) => one === reason);

/** The reasons of which the member knows without a mail: another membership is present, or begins later. */
const SILENT: readonly StopReason[] = ['cancelled', 'continued'];

/** Whether a stop for this reason sends no mail. */
export const isSilent = (reason: string | null): boolean => SILENT.some((one) => one === reason);

/** The reasons after which a stopped renewal can continue. */
export const RESUMABLE: readonly StopReason[] = [
  'opted_out',
  'country_changed',
  'card_removed',
  'disputed',
  'plan_unavailable',
  'address_missing',
  'continued',
];

/** Whether a stopped renewal continues when its reason is gone: its member turns automatic renewal on, the plan is sold again, or the next membership is withdrawn. */
export const isResumable = (reason: string | null): boolean =>
  RESUMABLE.some((resumable) => resumable === reason);

/** The reasons after which nothing can be bought, or nothing need be paid. */
const UNPAYABLE: readonly StopReason[] = ['cancelled', 'free', 'cap'];

/** Whether a renewal can be paid by hand: it was announced, no charge is on its way, and it did not stop for good. */
export function isPayableByHand({ state, reason }: { state: RenewalState; reason: string | null }): boolean {
  if (state === 'stopped') return !UNPAYABLE.some((one) => one === reason);
  return state !== 'planned' && state !== 'charging' && state !== 'done';
}

/**
 * Whether a member who cancels the order of a renewal stops it. Not before a first charge was made: the announced one places another
 * order then.
 */
export function endsByCancelling({ state, automatic, tries }: CancelledFacts): boolean {
  if (!automatic) return false;
  return state === 'announced' ? tries > 0 : CHARGED.includes(state);
}

interface CancelledFacts {
  readonly state: RenewalState;
  readonly automatic: boolean;
  /** The charges that were declined. */
  readonly tries: number;
}

/** The states in which a charge was made, or only the member can go on. */
const CHARGED: readonly RenewalState[] = ['charging', 'waiting', 'action_needed'];

/**
 * The states that may follow each state. `planned`: no mail was sent yet. `announced`: a mail has named the day and the price. `charging`:
 * a charge was stored. `waiting`: it was declined softly, and is repeated at `next_at`. `action_needed`: only the member can go on.
 * `done`: the membership is renewed. A payment by hand is possible in every state.
 */
export const NEXT_STATES: Readonly<Record<RenewalState, readonly RenewalState[]>> = {
  planned: ['announced', 'action_needed', 'done', 'stopped', 'given_up'],
  announced: ['announced', 'charging', 'action_needed', 'done', 'stopped', 'given_up'],
  charging: ['waiting', 'action_needed', 'done', 'stopped', 'given_up'],
  waiting: ['charging', 'announced', 'action_needed', 'done', 'stopped', 'given_up'],
  action_needed: ['waiting', 'announced', 'done', 'stopped', 'given_up'],
  stopped: ['announced', 'done', 'given_up'],
  given_up: ['done'],
  done: [],
};
