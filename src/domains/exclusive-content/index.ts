export * from './exclusive-content.errors';
export * from './exclusive-content.module';
export { FILES_OF_CLUB, type ItemOfPlan } from './exclusive-content.queries';
export * from './exclusive-content.service';
