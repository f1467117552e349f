export * from './running-service';
export * from './demo';
export * from './demo-payments';
export * from './demo-staff';
export * from './start-links';
export * from './local-service';
export * from './welcome';
