import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Job, type JobRun, RetryJob } from '#platform/jobs';
import { DemoBank, signatureOf } from './demo-bank.service';
import { SEND_EVENT } from './objects.queries';

/** Milliseconds that a receiver may take. */
const TIMEOUT = 8_000;

/** Sends the bank's events, at least once. */
@Injectable()
export class DemoBankJobs {
  constructor(
    private readonly bank: DemoBank,
    private readonly clock: Clock,
  ) {}

  @Job<{ account: string; event: string }>(SEND_EVENT)
  async send({ payload: { account, event } }: JobRun<{ account: string; event: string }>): Promise<number> {
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
    if (status !== 200) throw new RetryJob(`answered_${status}`);
    return 1;
  }
}
