export * from './audit.module';
export * from './security-event';
export { SecurityEventRow } from './security-event.entity';
export * from './security-events';
export { recording } from './security-events.queries';
