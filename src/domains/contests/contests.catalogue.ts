import {
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  itemsOf,
  type LoadContext,
  match,
  type Matched,
  type Row,
  savePairs,
  type TableRules,
  write,
} from '#platform/catalogue';
import { Event } from '#domains/events/event.entity';
import { Plan } from '#domains/plans/plan.entity';
import { commitPublished } from './commitments';
import { ContestPlan, Contest } from './contest.entity';
import { CLOSED_CONTESTS, HOLD_ENTERING, LATEST_ENTRIES } from './draws.queries';

const MAX_AGE = 150;

const contest = f.object(
  'Contest',
  {
    id: f.optional(f.id('contests')),
    name: f.label(),
    minimum_age: f.optional(f.integer(0, MAX_AGE), 0),
    starts_at: f.instant(),
    ends_at: f.instant(),
    time_zone: f.optional(f.timeZone()),
    details: f.optional(f.text(), ''),
    rules: f.optional(f.text(), ''),
    event: f.orNull(f.ref('an event')),
    plans: f.optional(f.setOf(f.ref('a plan')), []),
    published: f.optional(f.flag(), true),
  },
  ({ starts_at, ends_at }, report) => {
    if (starts_at && ends_at && ends_at <= starts_at) report('ends_at', 'must be after starts_at');
  },
);

const NO_COLUMNS = ['id', 'event', 'plans'] as const;

const CONTESTS: TableRules<Contest> = {
  entity: Contest,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
  peek: ['endsAt'],
};

const CONTEST_PLANS = { entity: ContestPlan, owner: 'contestId', member: 'planId', field: 'plans' } as const;

/** The contests of a fan club. */
export const contestsInCatalogue = fanclubPart({
  fields: { contests: f.optional(f.keyed(contest, 'name')) },
  refersTo: { plans: Plan, events: Event },
  targets: { contests: { entity: Contest, noun: 'contest' } },
  async load(context, { id: fanclubId, path, timeZone, targets }, part) {
    const fallbacks = { ...columns(contest.fallbacks, NO_COLUMNS), eventId: null, timeZone };
    const rows = itemsOf([{ path, part }], 'contests').map(({ path, part }) => ({
      path,
      id: part.id,
      members: part.plans && targets.plans.resolveAll(part.plans, `${path}.plans`),
      values: {
        fanclubId,
        ...columns(part, NO_COLUMNS),
        eventId: targets.events.resolve(part.event, `${path}.event`),
      },
      fallbacks,
    }));
    const saved = await match(context, CONTESTS, rows);
    await reportClosed(context, fanclubId, saved);
    await write(context, CONTESTS, saved);
    targets.contests.add(saved.map(({ id, values }) => ({ id, names: [values.name] })));
    await savePairs(context, CONTEST_PLANS, fanclubId, saved);
    if (context.writing) await commitPublished(context.sql, context.tools.sealer, fanclubId, context.now);
  },
  async export(context, club) {
    const { plans, events } = club.targets;
    const rows = await context.rows(Contest, club);
    const plansOf = await context.owned(ContestPlan, club, 'contestId', rows, { planId: 'ASC' });
    return {
      contests: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(contest.fields, row, NO_COLUMNS),
        event: events.refer(row.eventId),
        plans: plansOf(row.id).map(({ planId }) => plans.refer(planId)),
      })),
    };
  },
});

/**
 * Reports another end of a closed contest: its entries are frozen as of its end. With a commitment, an end before entries that are in time
 * is refused too: they would leave the draw without a recorded exclusion.
 */
async function reportClosed(
  { faults, sql }: LoadContext,
  fanclub: number,
  rows: readonly Matched<Row<Contest>, Contest>[],
): Promise<void> {
  const earlier = rows.filter(
    ({ values: { endsAt }, current }) => endsAt && current.endsAt && endsAt < current.endsAt,
  );
  const moved = earlier.map(({ id }) => id);
  if (moved.length > 0) await sql.rows(HOLD_ENTERING, { fanclub, contests: moved });
  const contests = rows.map(({ id }) => id);
  const closed = await sql.rows(CLOSED_CONTESTS, { fanclub, contests });
  for (const { id, endsAt } of closed) {
    const row = rows.find((one) => one.id === id)!;
    const given = row.values.endsAt;
    if (given !== undefined && given.getTime() !== endsAt.getTime())
      faults.add(`${row.path}.ends_at`, 'cannot change, because the contest is closed');
  }
  if (moved.length === 0) return;
  for (const { id, latest } of await sql.rows(LATEST_ENTRIES, { fanclub, contests: moved })) {
    const row = earlier.find((one) => one.id === id)!;
    if (row.values.endsAt! < latest && !closed.some((one) => one.id === id))
      faults.add(`${row.path}.ends_at`, 'must not be before somebody has entered');
  }
}
