export * from './limits.rules';
export * from './guarded-passwords';
export * from './limits.errors';
export * from './limits.module';
export * from './limits.service';
export * from './sign-ups';
export { RateLimit } from './rate-limit.entity';
