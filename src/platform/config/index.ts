export * from './config';
export * from './config.module';
export { databaseUrl } from './database-url';
export { Env } from './env.dto';
export * from './loopback';
