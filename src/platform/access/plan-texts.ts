import { types } from '#platform/database';

/** The brief form of a plan, as stored. */
export interface PlanTexts {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly onlineBenefits: string | null;
  readonly annotations: string | null;
  readonly tags: readonly string[];
}

/** {@link PlanTexts} of `plans p`, for statements that select a plan in brief together with other rows. */
export const PLAN_TEXTS = `json_build_object('id', p.id, 'name', p.name, 'description', p.description,
  'onlineBenefits', p.online_benefits, 'annotations', p.annotations, 'tags', p.tags)`;

/** The type of {@link PLAN_TEXTS}. */
export const planTexts = types.json<PlanTexts>();
