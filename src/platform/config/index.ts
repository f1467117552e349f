export { Config, InvalidConfig, readConfig } from './config';
export { type DatabaseConfig, databaseConfig, DatabaseEnv } from './database.config';
export { databaseUrl } from './database-url';
export * from './loopback';
export { ServiceEnv } from './service.config';
