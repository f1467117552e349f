import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Jobs } from './jobs';
import { ServerWorker } from './server-worker';

/** Scheduled and queued work, and the server's worker that runs it. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Jobs, ServerWorker],
  exports: [Jobs, ServerWorker],
})
export class JobsModule {}
