import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { makeMailWorker } from './make-mail-worker';
import type { MailWorker } from './mail-worker';

/** The worker within the server, unless the setting MAIL_WORKER leaves the mails to another process. */
@Injectable()
export class ServerMailWorker
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private worker: MailWorker | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly sealer: Sealer,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Begins when the server listens, so that no visitor waits for it. */
  onApplicationBootstrap(): void {
    if (!this.config.mail.worker) return;
    const adapter = this.host.httpAdapter;
    const { log } = adapter.getInstance<FastifyInstance>();
    (adapter.getHttpServer() as Server).once('listening', () => {
      this.worker = makeMailWorker(this.config, this.sealer, log);
      this.worker.start();
    });
  }

  /** Ends beside the answers under way, not after them. */
  beforeApplicationShutdown(): void {
    this.stopped = this.worker?.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopped;
  }
}
