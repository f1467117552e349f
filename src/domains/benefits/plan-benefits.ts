import { type EntityManager, In } from 'typeorm';
import { BenefitPlan, Benefit } from './benefit.entity';

/** Reads the benefits of all plans of a fan club. Returns the ids for one plan, ascending. */
export async function benefitsOfPlans(
  manager: EntityManager,
  fanclubId: number,
): Promise<(plan: number) => readonly number[]> {
  const order = { benefitId: 'ASC' } as const;
  const rows = await manager.find(BenefitPlan, { where: { fanclubId }, order });
  const benefits = new Map<number, number[]>();
  for (const { planId, benefitId } of rows) {
    benefits.set(planId, [...(benefits.get(planId) ?? []), benefitId]);
  }
  return (plan) => benefits.get(plan) ?? [];
}

/** Gives a plan exactly these benefits. @returns the ids that the fan club does not have; then nothing was changed */
export async function setBenefitsOfPlan(
  manager: EntityManager,
  fanclubId: number,
  planId: number,
  ids: readonly number[],
): Promise<readonly number[]> {
  const ofPlan = { where: { fanclubId, planId } };
  const concerned = (await manager.find(BenefitPlan, ofPlan)).map(({ benefitId }) => benefitId);
  // A change of a benefit writes its plans, too, so locking the plan serializes both.
  const held = await manager.find(Benefit, {
    select: { id: true },
    where: { fanclubId, id: In([...ids, ...concerned]) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  const known = new Set(held.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) return unknown;
  const former = await manager.find(BenefitPlan, ofPlan);
  const removed = former.map(({ benefitId }) => benefitId).filter((id) => !ids.includes(id));
  if (removed.length > 0) await manager.delete(BenefitPlan, { fanclubId, planId, benefitId: In(removed) });
  const added = ids.filter((id) => !former.some(({ benefitId }) => benefitId === id));
  if (added.length > 0) {
    await manager.insert(
      BenefitPlan,
      added.map((benefitId) => ({ fanclubId, planId, benefitId })),
    );
  }
  return [];
}
