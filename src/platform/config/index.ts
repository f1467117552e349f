export { environmentWith, Config, InvalidConfig, readConfig } from './config';
export { type DatabaseConfig, databaseConfig, DatabaseEnv, databaseUrl } from './database.config';
export { LOOPBACK_NAMES, isLoopback, ServiceEnv } from './service.config';
export * from './process-share';
export type { S3Config } from './files.config';
