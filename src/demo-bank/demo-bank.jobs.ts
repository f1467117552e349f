import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Job, type JobRun, RetryJob } from '#platform/jobs';
import { DemoBankService, signatureOf } from './demo-bank.service';
import { SEND_EVENT, WAKE } from './objects.queries';

interface Sleeper {
  readonly account: string;
  readonly kind: 'session' | 'refund';
  readonly ref: string;
}

/** Milliseconds after which a receiver times out. */
const TIMEOUT = 8_000;

/** Sends the bank's events at least once, and ends objects whose time has come. */
@Injectable()
export class DemoBankJobs {
  constructor(
    private readonly bank: DemoBankService,
    private readonly clock: Clock,
  ) {}

  @Job<{ account: string; event: string }>(SEND_EVENT)
  async send({
    payload: { account, event },
    log,
  }: JobRun<{ account: string; event: string }>): Promise<number> {
    const known = await this.bank.account(account);
    const found = await this.bank.act(account, (_bank, store) => store.get('event', event));
    if (!known?.eventsUrl || !found) return 0;
    const body = JSON.stringify({ id: event, ...found.content });
    const seconds = Math.floor(this.clock.now().getTime() / 1000);
    const signature = signatureOf(body, seconds, known.webhookSecret);
    const status = await fetch(known.eventsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'demo-bank-signature': `t=${seconds},v1=${signature}` },
      body,
      signal: AbortSignal.timeout(TIMEOUT),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return 1;
    log.warn({ account, status }, 'event of the demo bank not received');
    throw new RetryJob(`answered_${status}`);
  }

  /** Expires a page, or fails a refund. */
  @Job<Sleeper>(WAKE)
  async wake({ payload: { account, kind, ref } }: JobRun<Sleeper>): Promise<number> {
    await this.bank.act(account, (bank) => bank.wake(kind, ref));
    return 1;
  }
}
