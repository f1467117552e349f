export {
  CHARGING_RENEWAL_SQL,
  COUNT_RENEWALS,
  EXPECTED_RENEWALS,
  FAILED_RENEWAL_SQL,
} from './renewal-conditions';
export * from './renewals.module';
export { type LinkedRenewal, RenewalLinksService } from './renewal-links.service';
export { isPayableByHand } from './renewal.states';
export { REASONS } from './renewal-reasons';
export { RenewalsService } from './renewals.service';
export type { OwnRenewal } from './renewals.queries';
