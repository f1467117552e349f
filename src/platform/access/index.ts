export * from './access.decorators';
export * from './access.errors';
export * from './access.mapping';
export * from './access.module';
export {
  PLAN_TEXTS,
  planTexts,
  type CustomerRow,
  customerColumns,
  customerJoins,
  customerRow,
  withVisit,
} from './access.queries';
export { fanclubKey } from './fanclub-lookup';
export { mayUseSession } from './origin-check';
export * from './live-session';
export * from './membership';
export * from './membership.rules';
export * from './origin-hooks';
export { ownOrigins, trustedOrigins, websiteOrigin } from './origin.rules';
export { RecentWrites } from './recent-writes';
export * from './session-keeper';
export { SessionStatements } from './session-statements';
export { BearerTokens } from './bearer-tokens';
export { ACCESS_SECONDS, bearerOf, GRACE_SECONDS, SessionTokens } from './session-tokens';
export * from './viewer';
export { dropVisitsAfterWrites, Visits } from './visits';
