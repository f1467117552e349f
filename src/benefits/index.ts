export { BenefitPlan } from './benefit-plan.entity';
export { Benefit } from './benefit.entity';
