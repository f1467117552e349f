import { isZero } from '#libs/format';
import {
  cardRefusal,
  type Circumstances,
  type Decision,
  isAsAnnounced,
  type RenewalFacts,
  whenStopped,
} from './renewal.rules';
import { endsByCancelling, isSilent } from './renewal.states';

/** What staff can do with a renewal. */
export const CONTROLS = ['stop', 'resume', 'charge', 'mail'] as const;
export type Control = (typeof CONTROLS)[number];

/** Why staff cannot do it. `state`: the renewal is in a state that does not allow it. */
export type Refusal =
  | 'state'
  | 'not_present'
  | 'opted_out'
  | 'no_card'
  | 'buying'
  | 'not_announced'
  | 'nothing_sold'
  | 'late'
  | 'tried'
  | 'declined';

type Row = Pick<RenewalFacts, 'state' | 'automatic' | 'reason' | 'chargeAt' | 'tries'>;

/**
 * The controls that a renewal in this state has. A charge is possible from the announced day: between two tries, or if the first one
 * waits. A renewal that the member has stopped cannot be resumed, because only the member agrees to charges.
 */
export function controlsOf({ state, automatic, reason, chargeAt, tries }: Row, now: Date): Control[] {
  const hasNotice = automatic && chargeAt !== null && chargeAt <= now;
  const possible: Readonly<Record<Control, boolean>> = {
    stop: ['planned', 'announced', 'waiting', 'action_needed'].includes(state),
    resume: state === 'stopped' && reason === 'staff',
    charge: hasNotice && (state === 'waiting' || state === 'announced'),
    mail:
      state === 'announced' ||
      state === 'action_needed' ||
      (state === 'waiting' && tries > 0) ||
      (state === 'stopped' && !isSilent(reason)) ||
      (state === 'given_up' && automatic),
  };
  return CONTROLS.filter((control) => possible[control]);
}

/** Why the saved card cannot be charged now. Null: it can. No charge is made before the announced day or above the announced total. */
export function chargeRefusal(renewal: RenewalFacts, of: Circumstances, now: Date): Refusal | null {
  if (!controlsOf(renewal, now).includes('charge')) return 'state';
  if (of.isRenewed || of.hasNext || !of.isPresent) return 'not_present';
  if (!of.wantsAutomatic || (of.order === 'cancelled' && endsByCancelling(renewal))) return 'opted_out';
  if (of.cardSince === null) return 'no_card';
  if (of.isBuying) return 'buying';
  if (typeof of.price === 'string') return 'nothing_sold';
  return isZero(of.price.total) || !isAsAnnounced(renewal, of) ? 'not_announced' : null;
}

/** Why staff cannot stop it. Null: they can. */
export function stopRefusal(renewal: RenewalFacts, of: Circumstances, now: Date): Refusal | null {
  if (!controlsOf(renewal, now).includes('stop')) return 'state';
  return of.isRenewed || !of.isPresent ? 'not_present' : null;
}

/** How a renewal that staff stopped goes on: as announced, or with a new notice. A text: why it cannot. */
export function resumption(renewal: RenewalFacts, of: Circumstances, now: Date): Decision | Refusal {
  if (!controlsOf(renewal, now).includes('resume')) return 'state';
  if (of.isRenewed || of.hasNext || !of.isPresent) return 'not_present';
  if (!of.wantsAutomatic) return 'opted_out';
  if (of.cardSince === null) return 'no_card';
  if (typeof of.price === 'string') return 'nothing_sold';
  const refusal = cardRefusal(renewal, of);
  if (refusal) return refusal;
  const decision = whenStopped({ ...renewal, reason: 'opted_out' }, of, now);
  return decision.act === 'resume' || decision.act === 'announce' ? decision : 'late';
}
