import type { PlanTexts } from './viewer';

/** The columns of {@link PlanTextsRow}, of `plans p`: for statements that show a plan in brief beside something else. */
export const PLAN_TEXTS = `p.id AS plan_id, p.name AS plan_name, p.description AS plan_description,
  p.online_benefits AS plan_online_benefits, p.annotations AS plan_annotations, p.tags AS plan_tags`;

/** A plan beside something else, as {@link PLAN_TEXTS} selects it. */
export interface PlanTextsRow {
  plan_id: number;
  plan_name: string;
  plan_description: string | null;
  plan_online_benefits: string | null;
  plan_annotations: string | null;
  plan_tags: string[];
}

/** The plan of such a row. */
export function planTextsOf(row: PlanTextsRow): PlanTexts {
  return {
    id: row.plan_id,
    name: row.plan_name,
    description: row.plan_description,
    onlineBenefits: row.plan_online_benefits,
    annotations: row.plan_annotations,
    tags: row.plan_tags,
  };
}
