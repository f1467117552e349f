import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Statements } from '#platform/database';
import { type Counter, Metrics } from '#platform/metrics';
import type { Asker, SecurityEvent } from './security-event';
import { actionsAndReasons } from './security-event-kinds';
import { RECORD } from './security-events.queries';

/** Writes security events; see docs/security.md, "Audit". */
@Injectable()
export class SecurityEvents {
  private readonly counts: Counter<'action' | 'reason'>;

  constructor(
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.counts = metrics.counter(
      'fanclub_security_events_total',
      'Security events of this process, with those whose transaction was repeated or rolled back',
      'action',
      'reason',
    );
    for (const [action, reason] of actionsAndReasons()) this.counts.of({ action, reason });
  }

  /**
   * Records events in the transaction of their change, so that neither is stored without the other:
   *
   *     await this.events.record(tx, viewer, { action: 'password.changed' });
   */
  async record(tx: Statements, asker: Asker, ...events: SecurityEvent[]): Promise<void> {
    await tx.run(RECORD, { events: this.json(asker, ...events) });
  }

  /** The parameter of `RECORDING`, for statements that record events together with their change. */
  json(asker: Asker, ...events: SecurityEvent[]): string {
    for (const { action, reason = '' } of events) this.counts.inc({ action, reason });
    return eventsJson(this.clock.now(), asker, events);
  }
}

/** As {@link SecurityEvents.record}, for commands. */
export async function recordByCommand(
  tx: Statements,
  at: Date,
  asker: Asker,
  ...events: SecurityEvent[]
): Promise<void> {
  if (events.length > 0) await tx.run(RECORD, { events: eventsJson(at, asker, events) });
}

function eventsJson(at: Date, asker: Asker, events: readonly SecurityEvent[]): string {
  return JSON.stringify(
    events.map(({ action, actor = asker.actor, target, reason }) => ({
      at,
      fanclub_id: asker.fanclub?.id ?? null,
      actor_kind: actor.kind,
      actor_id: 'id' in actor ? actor.id : null,
      action,
      target,
      reason,
      network: asker.source?.network ?? null,
      request_id: asker.source?.requestId ?? null,
    })),
  );
}
