import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobFigures } from './job-figures';
import { Jobs } from './jobs';
import { ServerWorker } from './server-worker';

/** Scheduled and queued jobs, and the server's worker that runs them. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Jobs, JobFigures, ServerWorker],
  exports: [Jobs, ServerWorker],
})
export class JobsModule {}
