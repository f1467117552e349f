import { BenefitPlan } from '#domains/benefits/benefit-plan.entity';
import { Benefit } from '#domains/benefits/benefit.entity';
import { ContestPlan } from '#domains/contests/contest-plan.entity';
import { Contest } from '#domains/contests/contest.entity';
import type { Reference } from '#platform/catalogue';
import { contest as contestFormat, type ContestPart } from '../format/event.format';
import { benefit as benefitFormat, type BenefitPart } from '../format/offer.format';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import { savePairs } from './pairs';
import type { TableRules } from './table';
import { save } from './write';

const BENEFITS: TableRules<Benefit> = {
  entity: Benefit,
  tenant: 'fanclubId',
  key: ['fanclubId', 'summary'],
  named: { noun: 'summary', field: 'summary' },
};

const CONTESTS: TableRules<Contest> = {
  entity: Contest,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
};

const BENEFIT_PLANS = { entity: BenefitPlan, owner: 'benefitId', member: 'planId', field: 'plans' } as const;
const CONTEST_PLANS = { entity: ContestPlan, owner: 'contestId', member: 'planId', field: 'plans' } as const;

/** The plans that a list refers to; the same one twice, by id and by name, is a fault. */
export function planIds(
  { faults }: Loading,
  parts: FanclubParts,
  references: readonly Reference[],
  path: string,
): number[] {
  const ids = references.map((reference, n) => parts.plans.resolve(reference, `${path}[${n}]`, faults));
  ids.forEach((id, n) => {
    if (id !== undefined && ids.indexOf(id) < n) faults.add(`${path}[${n}]`, 'is given twice in this list');
  });
  return ids;
}

/** Loads the benefits. */
export async function loadBenefits(
  loading: Loading,
  parts: FanclubParts,
  benefits: readonly BenefitPart[] = [],
): Promise<void> {
  const rows = benefits.map(({ id, summary, details, benefit_type, image_url, plans }, n) => {
    const path = `${parts.path}.benefits[${n}]`;
    return {
      path,
      id,
      members: planIds(loading, parts, plans, `${path}.plans`),
      values: {
        fanclubId: parts.id,
        summary,
        details,
        benefitType: benefit_type,
        imageUrl: image_url,
      },
      fallbacks: { details: null, benefitType: benefitFormat.fallbacks.benefit_type, imageUrl: null },
    };
  });
  const saved = await save(loading, BENEFITS, rows);
  const lists = saved.map(({ id, path, members }) => ({ owner: id, path, members }));
  await savePairs(loading, BENEFIT_PLANS, parts.id, lists);
}

/** Loads the contests; after the events, which they may belong to. */
export async function loadContests(
  loading: Loading,
  parts: FanclubParts,
  contests: readonly ContestPart[] = [],
): Promise<void> {
  const { minimum_age, details, rules, published } = contestFormat.fallbacks;
  const rows = contests.map((part, n) => {
    const path = `${parts.path}.contests[${n}]`;
    return {
      path,
      id: part.id,
      members: part.plans && planIds(loading, parts, part.plans, `${path}.plans`),
      values: {
        fanclubId: parts.id,
        eventId: parts.events.resolve(part.event, `${path}.event`, loading.faults),
        name: part.name,
        minimumAge: part.minimum_age,
        startsAt: part.starts_at,
        endsAt: part.ends_at,
        timeZone: part.time_zone,
        details: part.details,
        rules: part.rules,
        published: part.published,
      },
      fallbacks: {
        eventId: null,
        minimumAge: minimum_age,
        timeZone: parts.timeZone,
        details,
        rules,
        published,
      },
    };
  });
  const saved = await save(loading, CONTESTS, rows);
  for (const { id, values } of saved) parts.addContest(id, values.name, values.startsAt);
  const lists = saved.flatMap(({ id, path, members }) => (members ? [{ owner: id, path, members }] : []));
  await savePairs(loading, CONTEST_PLANS, parts.id, lists);
}
