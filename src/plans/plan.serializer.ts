import { slug } from '#libs/format';
import type { PlanTexts } from '../access';

/** The specification's "Plan (brief)". */
export interface PlanBrief {
  id: number;
  name: string;
  /** Slug form of the name. */
  class: string;
  description: string | null;
  online_benefits: string | null;
  annotations: string | null;
  tags: string[];
}

/** Prints what every shape of a plan begins with. */
export function planBrief(plan: PlanTexts): PlanBrief {
  return {
    id: plan.id,
    name: plan.name,
    class: slug(plan.name),
    description: plan.description,
    online_benefits: plan.onlineBenefits,
    annotations: plan.annotations,
    tags: [...plan.tags],
  };
}
