import {
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  itemsOf,
  save,
  savePairs,
  type TableRules,
} from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { POOL_MODES, PresalePool, PresalePoolPlan } from './presale-pool.entity';

/** The most codes of a group that a member may have. */
const MAX_LIMIT = 100;

const pool = f.object(
  'PresalePool',
  {
    id: f.optional(f.id('presale_pools')),
    name: f.label(),
    mode: f.choice(...POOL_MODES),
    opens_at: f.instant(),
    closes_at: f.orNull(f.instant()),
    instructions: f.orNull(f.text()),
    limit_group: f.orNull(f.label()),
    limit_codes: f.orNull(f.integer(1, MAX_LIMIT)),
    plans: f.optional(f.setOf(f.ref('a plan')), []),
  },
  ({ opens_at, closes_at, limit_group, limit_codes }, report) => {
    if (opens_at && closes_at && closes_at <= opens_at) report('closes_at', 'must be after opens_at');
    if ((limit_group == null) !== (limit_codes == null)) {
      report(limit_group == null ? 'limit_group' : 'limit_codes', 'must be given for a limit');
    }
  },
  {
    oneOf: [
      { properties: { limit_group: { type: 'null' }, limit_codes: { type: 'null' } } },
      {
        required: ['limit_group', 'limit_codes'],
        properties: { limit_group: { type: 'string' }, limit_codes: { type: 'integer' } },
      },
    ],
  },
);

const NO_COLUMNS = ['id', 'plans'] as const;

const POOLS: TableRules<PresalePool> = {
  entity: PresalePool,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
  period: { columns: ['opensAt', 'closesAt'], fields: ['opens_at', 'closes_at'] },
};

const POOL_PLANS = { entity: PresalePoolPlan, owner: 'poolId', member: 'planId', field: 'plans' } as const;

/** The presale pools of a fan club, without their codes. */
export const presalePoolsInCatalogue = fanclubPart({
  fields: { presale_pools: f.optional(f.keyed(pool, 'name')) },
  refersTo: { plans: Plan },
  targets: { presalePools: { entity: PresalePool, noun: 'presale pool' } },
  async load(context, { id: fanclubId, path, targets }, part) {
    const rows = itemsOf([{ path, part }], 'presale_pools').map(({ path, part }) => ({
      path,
      id: part.id,
      members: part.plans && targets.plans.resolveAll(part.plans, `${path}.plans`),
      values: { fanclubId, ...columns(part, NO_COLUMNS) },
      fallbacks: columns(pool.fallbacks, NO_COLUMNS),
    }));
    const saved = await save(context, POOLS, rows);
    targets.presalePools.add(saved.map(({ id, values }) => ({ id, names: [values.name] })));
    await savePairs(context, POOL_PLANS, fanclubId, saved);
  },
  async export(context, club) {
    const { plans } = club.targets;
    const rows = await context.rows(PresalePool, club);
    const plansOf = await context.owned(PresalePoolPlan, club, 'poolId', rows, { planId: 'ASC' });
    return {
      presale_pools: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(pool.fields, row, NO_COLUMNS),
        plans: plansOf(row.id).map(({ planId }) => plans.refer(planId)),
      })),
    };
  },
});
