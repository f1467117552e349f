export * from './benefits.module';
export { BenefitsService } from './benefits.service';
