import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecurityEventJobs } from './security-event.jobs';
import { SecurityEvents } from './security-events';
import { SecurityEventRow } from './security-event.entity';

/** The record of security events. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([SecurityEventRow])],
  providers: [SecurityEvents, SecurityEventJobs],
  exports: [SecurityEvents],
})
export class AuditModule {}
