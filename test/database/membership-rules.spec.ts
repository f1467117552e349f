import fc from 'fast-check';
import {
  activeSql,
  lapsedSql,
  openSql,
  subscriptionState,
  type SubscriptionTerm,
  termLeftSql,
  unendedSql,
} from '../../src/platform/access';
import { END_OF_ACTIVE_SQL } from '../../src/domains/subscriptions';
import { type OpenDatabase, openDatabase } from '../support/open-database';

/** A few instants, so that most terms have limits in common with each other and with the present. */
const instant = fc.integer({ min: 1, max: 5 }).map((day) => new Date(Date.UTC(2026, 5, day)));

/** A subscription, its sales period's extension, and when it was changed last. */
type Term = SubscriptionTerm & { readonly updatedAt: Date };

const term: fc.Arbitrary<Term> = fc.record({
  startDate: instant,
  endDate: fc.option(instant),
  cancelled: fc.boolean(),
  extendedUntil: fc.option(instant),
  updatedAt: instant,
});
const terms = fc.array(term, { minLength: 1, maxLength: 40 });

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** Which terms a condition takes. */
const taken = (condition: string, rows: readonly Term[], now: Date): Promise<unknown[]> =>
  asked(`(${condition}) IS TRUE`, rows, now);

/** What PostgreSQL says of each term: the value of the expression `sql` over `s` and `sp`, in which `$1` is `now`. */
async function asked(sql: string, rows: readonly Term[], now: Date): Promise<unknown[]> {
  const column = (name: keyof Term) => rows.map((row) => row[name]);
  const found = await database.dataSource.query<{ value: unknown }[]>(
    `SELECT ${sql} AS value
     FROM unnest($2::timestamptz[], $3::timestamptz[], $4::boolean[], $5::timestamptz[], $6::timestamptz[]) WITH ORDINALITY
            AS s (start_date, end_date, cancelled, updated_at, extended_until, n)
     LEFT JOIN LATERAL (SELECT s.extended_until WHERE s.extended_until IS NOT NULL) sp ON $1::timestamptz IS NOT NULL
     ORDER BY s.n`,
    [
      now,
      column('startDate'),
      column('endDate'),
      column('cancelled'),
      column('updatedAt'),
      column('extendedUntil'),
    ],
  );
  return found.map(({ value }) => value);
}

const statesOf = (rows: readonly Term[], now: Date) => rows.map((row) => subscriptionState(row, now));

describe('for the same subscriptions and time, SQL and the function agree', () => {
  const agree = (check: (rows: Term[], now: Date) => Promise<void>): Promise<void> =>
    fc.assert(fc.asyncProperty(terms, instant, check), { numRuns: 100 });

  it('which are active, and which of these are lapsed', () =>
    agree(async (rows, now) => {
      const states = statesOf(rows, now);
      expect(await taken(activeSql('$1'), rows, now)).toEqual(
        states.map(({ status }) => status === 'active'),
      );
      const lapsed = await taken(`${activeSql('$1')} AND ${lapsedSql('$1')}`, rows, now);
      expect(lapsed).toEqual(states.map((state) => state.lapsed));
    }));

  it('which are open: active now, or at their start', () =>
    agree(async (rows, now) => {
      const expected = rows.map((row) => {
        const { status } = subscriptionState(row, now);
        return (
          !row.cancelled && (status === 'active' || (status === 'pending' && isActiveOnceStarted(row, now)))
        );
      });
      expect(await taken(openSql('$1'), rows, now)).toEqual(expected);
    }));

  it('which have some of their term left: open without the extension', () =>
    agree(async (rows, now) => {
      const unextended = rows.map((row) => ({ ...row, extendedUntil: null }));
      expect(await taken(termLeftSql('$1'), rows, now)).toEqual(await taken(openSql('$1'), unextended, now));
      const kept = unextended.map((row) => ({ ...row, cancelled: false }));
      expect(await taken(unendedSql('$1'), rows, now)).toEqual(await taken(openSql('$1'), kept, now));
    }));

  it('when they stop being active', () =>
    agree(async (rows, now) => {
      const ends = (await asked(END_OF_ACTIVE_SQL, rows, now)) as (Date | null)[];
      rows.forEach((row, at) => {
        const end = ends[at];
        const isBefore = end === null || now < end;
        const { status } = subscriptionState({ ...row, cancelled: false }, now);
        if (!row.cancelled)
          expect(status).toBe(row.startDate > now ? 'pending' : isBefore ? 'active' : 'expired');
        else expect(end).toEqual(row.endDate && row.endDate < row.updatedAt ? row.endDate : row.updatedAt);
      });
    }));
});

/** Whether a subscription that has not started is going to be active at this time of its term. */
const isActiveOnceStarted = (row: Term, now: Date): boolean =>
  subscriptionState({ ...row, startDate: now }, now).status === 'active';
