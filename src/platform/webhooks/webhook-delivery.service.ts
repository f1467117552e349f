import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { Config, isLoopback } from '#platform/config';
import { isHeld, Sql } from '#platform/database';
import type { JobRun } from '#platform/jobs';
import { type Counter, Metrics } from '#platform/metrics';
import { type Attempt, OFF_AFTER, PAUSES } from './attempt';
import { SwitchedOffMails } from './switched-off-mails';
import { resolveName } from '#libs/public-fetch';
import { type Post, postMessage } from './post-message';
import { signedHeaders } from './signatures';
import { bodyOf, messageId } from './webhook-types';
import { type DueDelivery, QUEUE_RETRY, STORE_DELIVERED, STORE_FAILED } from './webhooks.queries';

/** How the receivers are reached. Tests replace it. */
@Injectable()
export class Receivers {
  readonly resolve: Post['resolve'] = resolveName;
  /** Endpoints on this machine, also without TLS, are for development alone. */
  readonly allowsLoopback: boolean;

  constructor({ publicUrl }: Config) {
    this.allowsLoopback = isLoopback(new URL(publicUrl).hostname);
  }

  /** @throws Error if the signal is aborted */
  post(message: Pick<Post, 'url' | 'headers' | 'body' | 'signal'>): Promise<Omit<Attempt, 'at'>> {
    const { resolve, allowsLoopback } = this;
    return postMessage({ ...message, resolve, allowsLoopback });
  }
}

/** Makes attempts to deliver messages, and stores their outcomes. */
@Injectable()
export class WebhookDeliveryService {
  private readonly attempts: Counter<'outcome'>;

  constructor(
    private readonly clock: Clock,
    private readonly sealer: Sealer,
    private readonly receivers: Receivers,
    private readonly mails: SwitchedOffMails,
    private readonly sql: Sql,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter(
      'fanclub_webhook_attempts_total',
      'Attempts of this process to deliver a webhook by outcome: delivered, retry (failed, another attempt follows), given_up, off (the endpoint is switched off)',
      'outcome',
    );
    for (const outcome of ['delivered', 'retry', 'given_up', 'off'] as const) this.attempts.of({ outcome });
  }

  /**
   * Makes one attempt. If the process dies before the outcome is stored, the attempt is repeated, so a message may arrive twice.
   * @returns 1 if it was delivered, else 0
   */
  async attempt(run: JobRun, due: DueDelivery): Promise<number> {
    const now = this.clock.now();
    const outcome = await this.post(run, due, now);
    if (!outcome) return 0;
    try {
      return await this.store(run, due, { at: now.toISOString(), ...outcome });
    } catch (error) {
      if (isHeld(error)) return 0;
      throw error;
    }
  }

  /** @returns null if the run was aborted: such an attempt is none, and the next worker repeats it */
  private async post(
    { signal, log }: JobRun,
    due: DueDelivery,
    now: Date,
  ): Promise<Omit<Attempt, 'at'> | null> {
    const { fanclubId: fanclub, endpointId: endpoint, deliveryId: delivery } = due;
    try {
      const id = messageId(fanclub, due.position);
      const body = JSON.stringify(bodyOf(due, due.personalAllowed));
      const headers = signedHeaders(this.sealer, due, { id, body, now });
      return await this.receivers.post({ url: due.url, headers, body, signal });
    } catch (error) {
      if (signal.aborted) return null;
      // A failure like another: it holds up this endpoint alone, and in the end switches it off.
      log.error({ err: error, fanclub, endpoint, delivery }, 'webhook not sent');
      return { duration: 0, status: null, failure: 'internal', answer: null };
    }
  }

  private async store({ db, log }: JobRun, due: DueDelivery, attempt: Attempt): Promise<number> {
    const now = this.clock.now();
    const { fanclubId: fanclub, endpointId: endpoint, deliveryId: delivery, tries, version } = due;
    const stored = { fanclub, endpoint, delivery, version, attempt: JSON.stringify(attempt), now };
    const { status, failure, duration } = attempt;
    const facts = { fanclub, endpoint, delivery, status, failure, duration };
    if (failure === null) {
      await db.run(STORE_DELIVERED, stored);
      this.attempts.inc({ outcome: 'delivered' });
      log.info(facts, 'webhook delivered');
      return 1;
    }
    const since = due.failingSince ?? now;
    const isOff = now.getTime() - since.getTime() >= OFF_AFTER * 1000;
    const pause = isOff ? undefined : PAUSES.at(tries);
    const nextAt = pause === undefined ? null : secondsAfter(now, pause);
    await this.sql.transaction(async (tx) => {
      const failed = await tx.first(STORE_FAILED, { ...stored, nextAt, isOff });
      if (failed && isOff) await this.mails.queue(tx, fanclub, failed.name);
      if (failed && pause !== undefined) await tx.first(QUEUE_RETRY, { endpoint, seconds: pause });
    });
    this.attempts.inc({ outcome: isOff ? 'off' : pause === undefined ? 'given_up' : 'retry' });
    log.warn({ ...facts, isOff, pause }, 'webhook not delivered');
    return 0;
  }
}
