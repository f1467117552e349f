import { format as f, memberPart, save, type TableRules } from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { ContestEntry } from './contest-entry.entity';
import { Contest } from './contest.entity';

const contestEntry = f.object('ContestEntry', {
  contest: f.ref('a contest'),
  entered_at: f.optional(f.instant()),
  selected: f.optional(f.flag(), false),
  confirmed: f.optional(f.flag(), false),
  forfeited: f.optional(f.flag(), false),
});

const ENTRIES: TableRules<ContestEntry> = {
  entity: ContestEntry,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['contestId', 'customerId'],
  named: { noun: 'contest', field: 'contest' },
  history: { enteredAt: 'entered_at' },
};

/** The contests that a customer has entered. */
export const contestEntriesInCatalogue = memberPart({
  of: Customer,
  fields: { contest_entries: f.optional(f.keyed(contestEntry, 'contest')) },
  refersTo: { contests: Contest },
  async load(loading, { id: fanclubId, targets }, customers) {
    const stored = await loading.rows<{ id: number; startsAt: Date }>(
      'SELECT id, starts_at AS "startsAt" FROM contests WHERE fanclub_id = $1',
      [fanclubId],
    );
    const starts = new Map(stored.map(({ id, startsAt }) => [id, startsAt]));
    const rows = customers.flatMap(({ id: customerId, path: customer, part, values }) =>
      (part.contest_entries ?? []).map((entry, n) => {
        const path = `${customer}.contest_entries[${n}]`;
        const contestId = targets.contests.resolve(entry.contest, `${path}.contest`);
        const { entered_at, selected, confirmed, forfeited } = entry;
        return {
          path,
          values: {
            fanclubId,
            contestId,
            customerId,
            enteredAt: entered_at,
            selected,
            confirmed,
            forfeited,
          },
          fallbacks: {
            enteredAt: starts.get(contestId) ?? loading.now,
            selected: false,
            confirmed: false,
            forfeited: false,
            firstName: values.firstName ?? null,
            lastName: values.lastName ?? null,
            birthdate: values.birthdate ?? null,
          },
        };
      }),
    );
    await save(loading, ENTRIES, rows);
  },
});
