export { moveCodes } from './merged-codes';
export * from './presale-codes.module';
export {
  type ClaimOf,
  type OwnCodes,
  type PoolView,
  PresaleCodesService,
  viewerWithCodes,
} from './presale-codes.service';
export {
  type ClaimRefusal,
  isEntitledTo,
  type PoolStage,
  type PublishedPool,
  stageOf,
} from './presale-pool.rules';
export { CODES_WITH_VISIT, PLAN_IDS_SQL } from './presale-codes.queries';
export { maskedCode, withMaskedCodes } from './staff/pool-codes.rules';
export { CLOSED_POOLS, CODES_BY_EVENT, PRESALE_TOTALS, SHORT_POOLS } from './staff/pool-warnings';
