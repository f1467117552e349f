import type { SubscriptionRow } from './subscriptions.queries';

type SubscriptionTerm = Pick<SubscriptionRow, 'startDate' | 'endDate' | 'cancelled' | 'extendedUntil'>;

interface SubscriptionState {
  status: 'pending' | 'active' | 'expired';
  /** Active only through the extension of its sales period. */
  lapsed: boolean;
}

/** The state at an instant (contract 5.2). `FIND_VISIT` finds the active subscription by the same rule. */
export function stateOf(
  { startDate, endDate, cancelled, extendedUntil }: SubscriptionTerm,
  now: Date,
): SubscriptionState {
  if (startDate > now) return { status: 'pending', lapsed: false };
  if (cancelled) return { status: 'expired', lapsed: false };
  if (endDate === null || endDate > now) return { status: 'active', lapsed: false };
  const lapsed = extendedUntil !== null && extendedUntil > now;
  return { status: lapsed ? 'active' : 'expired', lapsed };
}
