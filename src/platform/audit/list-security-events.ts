import type { Statements } from '#platform/database';
import type { SecurityAction } from './security-event';
import { LIST, type ListedEvent } from './security-events.queries';

/** Which events to list; null: all. */
export interface EventFilter {
  readonly since: Date | null;
  /** A key that the fan club has or had. */
  readonly fanclubKey: string | null;
  readonly action: SecurityAction | null;
  /** How many at most; the newest of those that fit. */
  readonly limit: number;
}

/** Lists security events of all fan clubs, for operators; the newest last. */
export function listSecurityEvents(db: Statements, filter: EventFilter): Promise<ListedEvent[]> {
  return db.rows(LIST, filter);
}
