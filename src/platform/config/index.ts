export { Config, InvalidConfig, readConfig } from './config';
export * from './config.module';
export { databaseUrl } from './database-url';
export * from './loopback';
export { ServiceEnv } from './service.config';
