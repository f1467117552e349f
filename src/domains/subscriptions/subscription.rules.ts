/** What decides whether a subscription is active. */
export interface SubscriptionTerm {
  readonly startDate: Date;
  /** Null: without end. */
  readonly endDate: Date | null;
  readonly cancelled: boolean;
  /** Until when its sales period keeps it active past its end; null without extension. */
  readonly extendedUntil: Date | null;
}

/** `pending` is a subscription that has not started. */
export type SubscriptionStatus = 'pending' | 'active' | 'expired';

/** How a subscription stands at an instant. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Active only through the extension of its sales period. */
  lapsed: boolean;
}

/** How a subscription stands at an instant (decisions 5.2); the access statement finds the active one by the same rule. */
export function stateOf(term: SubscriptionTerm, now: Date): SubscriptionState {
  if (term.startDate > now) return { status: 'pending', lapsed: false };
  if (term.cancelled) return { status: 'expired', lapsed: false };
  if (term.endDate === null || term.endDate > now) return { status: 'active', lapsed: false };
  const extended = term.extendedUntil !== null && term.extendedUntil > now;
  return { status: extended ? 'active' : 'expired', lapsed: extended };
}
