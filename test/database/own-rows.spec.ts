import { FIND_VISIT } from '../../src/platform/access/access.queries';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import type { Statement } from '../../src/platform/database/sql';
import { ENTER_CONTEST } from '../../src/domains/contests/contests.queries';
import { LIST_ORDERS, ORDERS_WITH_VISIT } from '../../src/domains/orders/orders.queries';
import {
  LIST_SUBSCRIPTIONS,
  SUBSCRIPTIONS_WITH_VISIT,
} from '../../src/domains/subscriptions/subscriptions.queries';
import { manyFanclubs } from '../support/many-fanclubs';
import { type OpenDatabase, openDatabase } from '../support/open-database';

const CLUBS = 10;
const CUSTOMERS = 10_000;

/** The customer under test. Customers join the clubs in turn, so that those of one club are not stored side by side. */
const CUSTOMER = CUSTOMERS / 2;
const CLUB = 1 + (CUSTOMER % CLUBS);
/** A contest for members of a plan that the customer does not have. */
const CONTEST = CLUB * 100 + 1;
const tokenHash = (id: string): string => `sha256(('token-' || ${id})::bytea)`;

/** Each customer has a session, two orders and two subscriptions, one of them ended; plans come from {@link manyFanclubs}. */
const PEOPLE = [
  `INSERT INTO customers (id, fanclub_id, email, registered, confirmed_at)
   SELECT id, club, 'fan' || id || '@mail.example', true, now() FROM people`,
  `INSERT INTO sessions (fanclub_id, customer_id, token_hash, expires_at)
   SELECT club, id, ${tokenHash('id')}, now() + interval '20 days' FROM people`,
  `INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, start_date, end_date)
   SELECT club, id, club * 100 + 1 + id / ${CLUBS} % 3, now() - make_interval(days => n * 365 - 90), now() - make_interval(days => n * 365 - 455)
   FROM people, generate_series(1, 2) AS n`,
  `INSERT INTO orders (id, fanclub_id, customer_id, plan_id, shipping, discount, subtotal, total, paid_at)
   SELECT id * 10 + n, club, id, club * 100 + n, 0, 0, 10, 10, now() FROM people, generate_series(1, 2) AS n`,
];

/** A node of EXPLAIN's plan, and the nodes below. */
interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** For each table: the number of scans, and of rows read. */
type Reading = Record<string, { times: number; rows: number }>;

function reading(node: PlanNode, sums: Reading = {}): Reading {
  const table = node['Relation Name'];
  if (table !== undefined) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const sum = (sums[table] ??= { times: 0, rows: 0 });
    sum.times += node['Actual Loops'];
    sum.rows += (node['Actual Rows'] + removed) * node['Actual Loops'];
  }
  for (const below of node.Plans ?? []) reading(below, sums);
  return sums;
}

/** The parameters of a visit, and what finding it reads. */
const VISIT = `${CLUB}, ${tokenHash(String(CUSTOMER))}, now(), now() - interval '7 days'`;
const OF_VISIT: Reading = {
  sessions: { times: 1, rows: 1 },
  customers: { times: 1, rows: 1 },
  subscriptions: { times: 1, rows: 2 },
};

describe('a statement about one customer among many', () => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openDatabase(MAINTENANCE);
    const { dataSource } = database;
    await manyFanclubs(dataSource, CLUBS);
    const people = `WITH people AS (SELECT id, 1 + id % ${CLUBS} AS club FROM generate_series(1, ${CUSTOMERS}) AS id)`;
    for (const statement of PEOPLE) await dataSource.query(`${people} ${statement}`);
    await dataSource.query(
      'INSERT INTO contest_plans (fanclub_id, contest_id, plan_id) VALUES ($1, $2, $3)',
      [CLUB, CONTEST, CLUB * 100 + 1],
    );
    await dataSource.query('ANALYZE');
  }, 60_000);
  afterAll(() => database.close());

  it.each<[string, Statement, string, Reading]>([
    ['the visit of a session', FIND_VISIT, VISIT, OF_VISIT],
    ['the same with their orders', ORDERS_WITH_VISIT, VISIT, { ...OF_VISIT, orders: { times: 1, rows: 2 } }],
    [
      'the same with their subscriptions',
      SUBSCRIPTIONS_WITH_VISIT,
      VISIT,
      { ...OF_VISIT, subscriptions: { times: 2, rows: 4 } },
    ],
    [
      'their entry in a contest',
      ENTER_CONTEST,
      `${CLUB}, ${tokenHash(String(CUSTOMER))}, now(), now() - interval '7 days', ${CONTEST}, current_date`,
      {
        sessions: { times: 1, rows: 1 },
        customers: { times: 1, rows: 1 },
        subscriptions: { times: 1, rows: 2 },
      },
    ],
    [
      'their subscriptions',
      LIST_SUBSCRIPTIONS,
      `${CLUB}, ${CUSTOMER}`,
      { subscriptions: { times: 1, rows: 2 } },
    ],
    ['their orders', LIST_ORDERS, `${CLUB}, ${CUSTOMER}`, { orders: { times: 1, rows: 2 } }],
  ])(
    'reads each table of customers once for each purpose, and the customer’s rows only: %s',
    async (_what, { text }, parameters, own) => {
      const runner = database.dataSource.createQueryRunner();
      try {
        await runner.query(`PREPARE asked AS ${text}`);
        for (const mode of ['force_custom_plan', 'force_generic_plan']) {
          await runner.query(`SET plan_cache_mode = ${mode}`);
          const [{ 'QUERY PLAN': plans }] = (await runner.query(
            `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${parameters})`,
          )) as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
          expect(reading(plans[0].Plan)).toMatchObject(own);
        }
      } finally {
        await runner.query('DISCARD ALL');
        await runner.release();
      }
    },
  );
});
