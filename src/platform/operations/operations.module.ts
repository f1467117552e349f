import { Global, Module } from '@nestjs/common';
import { Metrics } from '#platform/metrics';
import { HealthController } from './health.controller';
import { Lifecycle } from './graceful-stop';
import { VERSION } from './version';

/** Health checks, and the state of the process. */
@Global()
@Module({ controllers: [HealthController], providers: [Lifecycle], exports: [Lifecycle] })
export class OperationsModule {
  constructor(metrics: Metrics) {
    const startedAt = performance.timeOrigin / 1000;
    metrics.gauge(
      'fanclub_start_time_seconds',
      'When the process started, in Unix time',
      () => startedAt,
      'max',
    );
    metrics.gauge(
      'fanclub_build_info',
      'Always 1; the labels have the versions',
      () => [{ labels: { version: VERSION, node: process.version }, value: 1 }],
      'max',
    );
  }
}
