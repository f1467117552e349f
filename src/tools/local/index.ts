export * from './data-dir';
export * from './demo';
export * from './demo-payments';
export * from './demo-staff';
export * from './local-service';
export * from './migrate-database';
export * from './running-service';
export * from './welcome';
