import { Controller, Get, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { Bare } from '#libs/envelope';
import { OutsideApi } from '#platform/access';
import { Config } from '#platform/config';
import { schemaVersion } from '#platform/database';
import { isWorkerConnected } from '#platform/jobs';
import { Lifecycle } from './graceful-stop';
import { COMMIT, VERSION } from './version';

/** For supervisors and load balancers: outside the API, with ordinary status codes. */
@Controller()
@OutsideApi()
export class HealthController {
  constructor(
    // eslint-disable-next-line no-restricted-syntax -- The connection itself is what it checks.
    @InjectDataSource() private readonly db: DataSource,
    private readonly lifecycle: Lifecycle,
    private readonly config: Config,
  ) {}

  /** Reports that the process is alive, and what it runs. Checks nothing else. */
  @Get('healthz')
  @Bare()
  alive() {
    return { status: 'alive', version: VERSION, commit: COMMIT } as const;
  }

  /** Ready if the database answers, its schema is up to date, and the process is not stopping. */
  @Get('readyz')
  @Bare()
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    // The two checks run one after the other, so that they take only one connection from requests.
    const { readinessTimeout } = this.config.http;
    const pending = await inTime(
      readinessTimeout,
      schemaVersion(this.db).then(({ missing }) => missing.length > 0),
    );
    const jobs = pending === null ? null : await inTime(readinessTimeout, isWorkerConnected(this.db));
    const readiness = {
      process: this.lifecycle.isDraining ? 'stopping' : 'serving',
      database: pending === null ? 'down' : 'up',
      migrations: pending === null ? 'unknown' : pending ? 'pending' : 'applied',
      // Whether any process runs jobs. Without one, mails are not sent and expired rows are not purged.
      jobs: jobs === null ? 'unknown' : jobs ? 'running' : 'none',
    } as const;
    const isReady = readiness.process === 'serving' && readiness.migrations === 'applied';
    reply.status(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'unavailable', ...readiness };
  }
}

/** The database's answer; null if it fails or does not come in time. */
function inTime(timeout: number, answer: Promise<boolean>): Promise<boolean | null> {
  const late = new Promise<null>((resolve) => {
    // Timers run before arrived data is read: after a pause of the whole process, the answer may be there already.
    setTimeout(() => setImmediate(() => resolve(null)), timeout).unref();
  });
  return Promise.race([answer.catch(() => null), late]);
}
