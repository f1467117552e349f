export * from './demo';
export * from './kept-secrets';
export * from './local-service';
export * from './migrate-database';
export * from './welcome';
