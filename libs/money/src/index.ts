export * from './amounts';
export * from './currencies';
export * from './minor-units';
