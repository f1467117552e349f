import {
  columns,
  fieldsOf,
  format as f,
  itemsOf,
  type LoadContext,
  memberPart,
  type Row,
  save,
  type TableRules,
} from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { ContestEntry, Contest } from './contest.entity';
import { ENTRIES_IN_CLOSED, HOLD_ENTERED } from './draws.queries';

const contestEntry = f.object('ContestEntry', {
  contest: f.ref('a contest'),
  entered_at: f.optional(f.instant()),
  selected: f.optional(f.flag(), false),
  confirmed: f.optional(f.flag(), false),
  forfeited: f.optional(f.flag(), false),
  first_name: f.optional(f.nullable(f.text())),
  last_name: f.optional(f.nullable(f.text())),
  birthdate: f.optional(f.nullable(f.birthdate())),
});

const ENTRIES: TableRules<ContestEntry> = {
  entity: ContestEntry,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['contestId', 'customerId'],
  named: { noun: 'contest', field: 'contest' },
  history: {
    enteredAt: 'entered_at',
    firstName: 'first_name',
    lastName: 'last_name',
    birthdate: 'birthdate',
  },
};

/** The contest entries of a customer. */
export const contestEntriesInCatalogue = memberPart({
  of: Customer,
  fields: { contest_entries: f.optional(f.keyed(contestEntry, 'contest')) },
  refersTo: { contests: Contest },
  async load(context, { id: fanclubId, targets }, customers) {
    const items = itemsOf(customers, 'contest_entries');
    if (items.length === 0) return;
    const select = { id: true, startsAt: true };
    const stored = await context.tx.find(Contest, { select, where: { fanclubId } });
    const starts = new Map(stored.map(({ id, startsAt }) => [id, startsAt]));
    const rows = items.map(({ path, part, owner: customer }) => {
      const contestId = targets.contests.resolve(part.contest, `${path}.contest`);
      const { firstName = null, lastName = null, birthdate = null } = customer.values;
      return {
        path,
        values: { fanclubId, contestId, customerId: customer.id, ...columns(part, ['contest']) },
        fallbacks: {
          ...columns(contestEntry.fallbacks, ['contest']),
          enteredAt: starts.get(contestId) ?? context.now,
          firstName,
          lastName,
          birthdate,
        },
      };
    });
    await reportClosed(context, fanclubId, rows);
    await save(context, ENTRIES, rows);
  },
  async export(context, club, customers) {
    const rowsOf = await context.owned(ContestEntry, club, 'customerId', customers);
    const { contests } = club.targets;
    return (id) => ({
      contest_entries: rowsOf(id).map((row) => ({
        contest: contests.refer(row.contestId),
        ...fieldsOf(contestEntry.fields, row, ['contest']),
      })),
    });
  },
});

const RESULTS = ['selected', 'confirmed', 'forfeited'] as const;

/**
 * Reports new entries in contests that are closed, or that have ended with a commitment: nobody may add entries when the end is over. Their
 * results and the times of their entries stay too, because the list is frozen by those times, and the draw decides.
 */
async function reportClosed(
  { faults, sql, now }: LoadContext,
  fanclub: number,
  rows: readonly Row<ContestEntry>[],
): Promise<void> {
  const contests = [...new Set(rows.map(({ values }) => Number(values.contestId)))];
  const held = await sql.rows(HOLD_ENTERED, { fanclub, contests });
  const over = held.filter(({ isClosed, isCommitted, endsAt }) => isClosed || (isCommitted && endsAt < now));
  if (over.length === 0) return;
  const customers = rows.map(({ values }) => Number(values.customerId));
  const stored = await sql.rows(ENTRIES_IN_CLOSED, { fanclub, customers });
  for (const { path, values } of rows) {
    const { contestId, customerId, enteredAt } = values;
    const contest = over.find(({ id }) => id === Number(contestId));
    if (!contest) continue;
    const state = contest.isClosed ? 'is closed' : 'has ended';
    const entry = stored.find((one) => one.contestId === contestId && one.customerId === customerId);
    if (!entry) faults.add(`${path}.contest`, `${state}, so nobody can enter it`);
    else if (enteredAt !== undefined && enteredAt.getTime() !== entry.enteredAt.getTime())
      faults.add(`${path}.entered_at`, `cannot change, because the contest ${state}`);
    else if (RESULTS.some((result) => values[result] !== undefined && values[result] !== entry[result]))
      faults.add(path, `cannot change its result, because its contest ${state}`);
  }
}
