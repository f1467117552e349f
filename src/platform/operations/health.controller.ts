import { Controller, Get, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { Bare } from '#libs/envelope';
import { OutsideApi } from '#platform/access';
import { Config } from '#platform/config';
import { IN_RECOVERY, schemaVersion, ServerIsStandby, Sql } from '#platform/database';
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

  /** Ready if the primary answers, its schema is up to date, and the process is not stopping. */
  @Get('readyz')
  @Bare()
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    // The two checks run one after the other, so that they take only one connection from requests.
    const { readinessTimeout } = this.config.http;
    const database = (await inTime(readinessTimeout, this.database())) ?? DOWN;
    const jobs = database.server === 'up' ? await inTime(readinessTimeout, isWorkerConnected(this.db)) : null;
    const readiness = {
      process: this.lifecycle.isDraining ? 'stopping' : 'serving',
      database: database.server,
      migrations: database.migrations,
      // Whether any process runs jobs. Without one, mails are not sent and expired rows are not purged.
      jobs: jobs === null ? 'unknown' : jobs ? 'running' : 'none',
    } as const;
    const isReady = readiness.process === 'serving' && readiness.migrations === 'applied';
    reply.status(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'unavailable', ...readiness };
  }

  /** Asks again for the role, because connections through a pooler may have got another server. */
  private async database(): Promise<Database> {
    try {
      if ((await new Sql(this.db).first(IN_RECOVERY, {}))?.isStandby) return STANDBY;
    } catch (error) {
      if (error instanceof ServerIsStandby) return STANDBY;
      throw error;
    }
    const { missing } = await schemaVersion(this.db);
    return { server: 'up', migrations: missing.length > 0 ? 'pending' : 'applied' };
  }
}

/** What `/readyz` reports about the database. */
interface Database {
  readonly server: 'up' | 'standby' | 'down';
  readonly migrations: 'applied' | 'pending' | 'unknown';
}

const DOWN: Database = { server: 'down', migrations: 'unknown' };
const STANDBY: Database = { server: 'standby', migrations: 'unknown' };

/** The database's answer; null if it fails or does not come in time. */
function inTime<T>(timeout: number, answer: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => {
    // Timers run before arrived data is read: after a pause of the whole process, the answer may be there already.
    setTimeout(() => setImmediate(() => resolve(null)), timeout).unref();
  });
  return Promise.race([answer.catch(() => null), late]);
}
