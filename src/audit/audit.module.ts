import { Global, Module } from '@nestjs/common';
import { SecurityEvents } from './security-events';

/** The record of security events. */
@Global()
@Module({ providers: [SecurityEvents], exports: [SecurityEvents] })
export class AuditModule {}
