export * from './audit.module';
export { type EventFilter, listSecurityEvents, type ListedEvent, RECORDING } from './security-events.queries';
export * from './security-event';
export { declareSecurityEvents, type ReasonOf, securityActions } from './security-event-kinds';
export type { SecurityEventKinds } from './security-event-kinds';
export { SecurityEventRow } from './security-event.entity';
export * from './security-events';
