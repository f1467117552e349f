export * from './audit.module';
export * from './list-security-events';
export * from './security-event';
export { SecurityEventRow } from './security-event.entity';
export * from './security-events';
export { type ListedEvent, RECORDING } from './security-events.queries';
