export * from './demo';
export * from './local-service';
export * from './migrate-database';
export * from './welcome';
