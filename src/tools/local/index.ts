export * from './demo';
export * from './demo-payments';
export * from './demo-staff';
export * from './doors';
export * from './local-service';
export * from './migrate-database';
export * from './welcome';
