export * from './retention.module';
