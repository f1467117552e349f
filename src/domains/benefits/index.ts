export { BenefitPlan } from './benefit-plan.entity';
export { Benefit } from './benefit.entity';
export * from './benefits.module';
export { BenefitsService } from './benefits.service';
