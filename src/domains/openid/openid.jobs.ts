import { Injectable } from '@nestjs/common';
import type { Client } from 'oidc-provider';
import { Clock, secondsAfter } from '#libs/clock';
import { Config } from '#platform/config';
import type { RowOf } from '#platform/database';
import { EVERY_MINUTE, EVERY_TEN_MINUTES, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { DELETE_LOG_IN, PURGE_LOG_INS, TAKE_ENDED } from './log-ins.queries';
import { OpenidProviders } from './openid-providers';
import { PURGE_RECORDS } from './records.queries';
import { SigningKeys } from './signing-keys';

/** Seconds between the tries to send a log-out to an application; then none. */
const PAUSES = [60, 300, 1_800, 7_200, 28_800];

/** How many log-outs are sent at the same time. */
const AT_ONCE = 10;

type Ended = RowOf<typeof TAKE_ENDED>;

@Injectable()
export class OpenidJobs {
  constructor(
    private readonly providers: OpenidProviders,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Sends ended log-ins to their applications (OpenID Connect Back-Channel Logout), also those of sessions that expired. */
  @Job('openid.send_log_outs', EVERY_MINUTE)
  async sendLogOuts(run: JobRun): Promise<number> {
    const { db, signal } = run;
    let sent = 0;
    while (!signal.aborted) {
      const now = this.clock.now();
      const seenAfter = secondsAfter(now, -this.config.session.idleLifetime);
      const ended = await db.rows(TAKE_ENDED, { now, seenAfter, pauses: PAUSES, limit: AT_ONCE });
      const results = await Promise.all(ended.map((one) => this.send(run, one)));
      sent += results.filter((isSent) => isSent).length;
      if (ended.length < AT_ONCE) break;
    }
    return sent;
  }

  private async send({ db, log }: JobRun, { id, fanclubId, customerId, sid, attempts, clientId }: Ended) {
    try {
      const provider = await this.providers.of({ id: fanclubId });
      const client = await provider.Client.find(clientId);
      if (client?.backchannelLogoutUri) await sendLogOut(client, String(customerId), sid);
      await db.run(DELETE_LOG_IN, { fanclub: fanclubId, logIn: id });
      return true;
    } catch (error) {
      // The message could quote the address, which staff may have put a secret in.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn({ fanclub: fanclubId, logIn: id, attempts, reason }, 'log-out not sent to an application');
      return false;
    }
  }

  @Job('openid.purge', EVERY_TEN_MINUTES)
  async purge({ db, signal }: JobRun): Promise<number> {
    const now = this.clock.now();
    const records = await purge(signal, (limit) => db.run(PURGE_RECORDS, { now, limit }));
    return records + (await purge(signal, (limit) => db.run(PURGE_LOG_INS, { now, limit })));
  }

  @Job('openid.rotate_keys', NIGHTLY)
  rotateKeys({ db }: JobRun): Promise<number> {
    return this.keys.rotate(db);
  }
}

/** A method of the library that its types leave out. */
const sendLogOut = (client: Client, sub: string, sid: string): Promise<void> =>
  (client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }).backchannelLogout(
    sub,
    sid,
  );
