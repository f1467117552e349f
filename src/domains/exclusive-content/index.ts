export * from './exclusive-content.errors';
export * from './exclusive-content.module';
export type { ItemOfPlan } from './exclusive-content.queries';
export * from './exclusive-content.service';
