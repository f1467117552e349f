import { Controller, Get, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { Bare } from '#libs/envelope';
import { OutsideApi } from '#platform/access';
import { schemaVersion } from '#platform/database';
import { isWorkerConnected } from '#platform/jobs';
import { Lifecycle } from './lifecycle';

/** Milliseconds that the database has for an answer before it counts as absent. */
const PATIENCE = 1_000;

/** What `/readyz` says about each thing the service needs. */
export interface Readiness {
  status: 'ready' | 'unavailable';
  process: 'serving' | 'stopping';
  database: 'up' | 'down';
  migrations: 'applied' | 'pending' | 'unknown';
  /** Whether any process runs jobs. Without one this server answers as ever, but mails wait and expired rows stay. */
  jobs: 'running' | 'none' | 'unknown';
}

/** For supervisors and balancers: outside the API, with ordinary status codes. */
@Controller()
@OutsideApi()
export class HealthController {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** The process is alive; asks nothing else. */
  @Get('healthz')
  @Bare()
  alive(): { status: 'alive' } {
    return { status: 'alive' };
  }

  /** Whether requests should be sent here: the database answers, its schema is up to date, and no stop is under way. */
  @Get('readyz')
  @Bare()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const [pending, jobs] = await Promise.all([
      inTime(schemaVersion(this.db).then(({ missing }) => missing.length > 0)),
      inTime(isWorkerConnected(this.db)),
    ]);
    const readiness = {
      process: this.lifecycle.isDraining ? 'stopping' : 'serving',
      database: pending === null ? 'down' : 'up',
      migrations: pending === null ? 'unknown' : pending ? 'pending' : 'applied',
      jobs: jobs === null ? 'unknown' : jobs ? 'running' : 'none',
    } as const;
    const isReady = readiness.process === 'serving' && readiness.migrations === 'applied';
    reply.status(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'unavailable', ...readiness };
  }
}

/** The database's answer; null when it fails or does not come in time. */
function inTime(answer: Promise<boolean>): Promise<boolean | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE).unref();
  });
  return Promise.race([answer.catch(() => null), late]);
}
