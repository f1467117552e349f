export { Authentication } from './authentication.entity';
export * from './provider.rules';
export * from './signed-requests';
export * from './social.errors';
export * from './social.module';
