export { OneTimeToken, type TokenPurpose } from './one-time-token.entity';
export * from './one-time-tokens';
export * from './sealed-links';
export * from './tokens.module';
