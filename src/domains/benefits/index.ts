export { hasBenefitSql } from './benefit.entity';
export { benefitShape } from './benefit.serializer';
export * from './benefits.module';
export { BenefitsService } from './benefits.service';
export { benefitsOfPlans, setBenefitsOfPlan } from './plan-benefits';
