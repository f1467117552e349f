export { COUNT_RENEWALS } from './renewal-conditions';
export * from './renewals.module';
export { RenewalsService } from './renewals.service';
export type { OwnRenewal } from './renewals.queries';
