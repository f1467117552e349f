export * from './renewals.module';
export { RenewalsService } from './renewals.service';
