export * from './webhook-endpoints.module';
