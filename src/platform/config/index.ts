export { Config, InvalidConfig, readConfig } from './config';
export { type DatabaseConfig, databaseConfig, DatabaseEnv } from './database.config';
export { databaseUrl } from './database-url';
export * from './environment-file';
export * from './loopback';
export * from './process-share';
export { ServiceEnv } from './service.config';
