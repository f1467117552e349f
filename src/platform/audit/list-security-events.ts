import type { Statements } from '#platform/database';
import type { ValuesOf } from '#platform/database';
import { LIST, type ListedEvent } from './security-events.queries';

/** Which events to list. A null field does not filter; of too many events, the newest are listed. */
export type EventFilter = ValuesOf<(typeof LIST)['params']>;

/** Lists security events of all fan clubs, for operators; the newest last. */
export function listSecurityEvents(db: Statements, filter: EventFilter): Promise<ListedEvent[]> {
  return db.rows(LIST, filter);
}
