export * from './serve-staff-app';
export * from './staff-host';
