import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '#libs/clock';
import type { Statements } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { WebhookDeliveryService } from './webhook-delivery.service';
import {
  ANYTHING_DUE,
  DELIVER,
  DISTRIBUTE,
  DUE,
  type DueDelivery,
  PURGE_SECRETS,
  MESSAGE_DAYS,
  PURGE_MESSAGES,
  QUEUE_DELIVERY,
} from './webhooks.queries';

/** Messages that are numbered at a time. */
const BATCH = 500;
/** Endpoints that are served at the same time. */
const AT_ONCE = 50;
/** Milliseconds between looks for messages of other endpoints, while one is slow. */
const LOOK = 250;
/** Milliseconds after which a run serves no further message, so that another process can take over. */
const LONGEST = 60_000;

/** Delivers the messages of webhooks, and deletes old ones. */
@Injectable()
export class WebhookJobs {
  constructor(
    private readonly deliveries: WebhookDeliveryService,
    private readonly clock: Clock,
  ) {}

  /**
   * Serves all endpoints that have something due: each in order, and side by side. One run works at a time in the installation. A
   * slow receiver occupies one place among many, so it delays only its own messages.
   */
  @Job(DELIVER)
  async deliver(run: JobRun): Promise<number> {
    const until = performance.now() + LONGEST;
    const busy = new Map<number, Promise<void>>();
    let delivered = 0;
    let failure: Error | undefined;
    const fail = (error: Error): void => void (failure = error);
    for (;;) {
      const isEnding = run.signal.aborted || failure !== undefined || performance.now() > until;
      const due = isEnding
        ? []
        : await this.due(run.db, [...busy.keys()]).catch((error: Error) => (fail(error), []));
      for (const one of due) {
        const served = this.deliveries
          .attempt(run, one)
          .then((count) => void (delivered += count), fail)
          .finally(() => busy.delete(one.endpointId));
        busy.set(one.endpointId, served);
      }
      if (busy.size === 0) break;
      await Promise.race([...busy.values(), sleep(LOOK)]);
    }
    if (failure) throw failure;
    if (performance.now() > until) await run.db.first(QUEUE_DELIVERY, {});
    return delivered;
  }

  /** Gives new messages to their endpoints. @returns what is due at endpoints that are not busy */
  private async due(db: Statements, busy: readonly number[]): Promise<DueDelivery[]> {
    while ((await db.rows(DISTRIBUTE, { limit: BATCH })).length === BATCH);
    return db.rows(DUE, { now: this.clock.now(), busy, limit: AT_ONCE - busy.length });
  }

  /** Queues a run if one was missed: its worker died, or the fan club was held. */
  @Job('webhooks.watch', EVERY_MINUTE)
  async watch({ db }: JobRun): Promise<number> {
    const { due } = (await db.first(ANYTHING_DUE, { now: this.clock.now() }))!;
    if (due) await db.first(QUEUE_DELIVERY, {});
    return Number(due);
  }

  /** Deletes old messages, and former secrets that are over. @returns the number of messages */
  @Job('webhooks.purge', NIGHTLY)
  async purge({ db, signal }: JobRun): Promise<number> {
    await db.run(PURGE_SECRETS, { now: this.clock.now() });
    return purge(signal, (limit) => db.run(PURGE_MESSAGES, { limit, days: MESSAGE_DAYS }));
  }
}
