export * from './passwords';
export * from './password-hash';
export * from './fair-queue';
