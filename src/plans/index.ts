export { PackageItem } from './package-item.entity';
export { Package } from './package.entity';
export { PlanUpgrade } from './plan-upgrade.entity';
export { Plan } from './plan.entity';
export { SalesPeriod } from './sales-period.entity';
export { type PlanBrief, planBrief } from './plan.serializer';
