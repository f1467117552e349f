import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { EVERY_MINUTE, EVERY_TEN_MINUTES, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { BackChannelLogOuts } from './back-channel-log-outs';
import { PURGE_LOG_INS } from './log-ins.queries';
import { PURGE_RECORDS } from './records.queries';
import { SigningKeys } from './signing-keys';

@Injectable()
export class OpenidJobs {
  constructor(
    private readonly logOuts: BackChannelLogOuts,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  /** Sends ended log-ins to their applications (OpenID Connect Back-Channel Logout), also those of sessions that expired. */
  @Job('openid.send_log_outs', EVERY_MINUTE)
  sendLogOuts(run: JobRun): Promise<number> {
    return this.logOuts.send(run);
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
