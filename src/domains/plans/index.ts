export type { PublishedPlan } from './published-plan';
export { FRACTIONAL_PRICES, type PlanPackage } from './plans.queries';
export {
  isInSale,
  isSoldTo,
  seasonEndOf,
  type PlanStanding,
  standingOf,
  type Subscriber,
  isAtRenewalCap,
} from './plan.rules';
export { itemTypeKey, planBrief, planClass, planFullJson, planInOrderJson } from './plan.serializer';
export { EXAMPLE_PLAN, withPlanClass } from './plan-in-webhooks';
export * from './plans.module';
export * from './plans.service';
export { PlanBrief, PlanInOrder } from './dto/plan.answer';
export { SHORT_EXTENSIONS } from './staff/period-notes';
