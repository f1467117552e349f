export { Session } from './session.entity';
export * from './sessions.module';
