import { setTimeout as sleep } from 'node:timers/promises';
import { countStatements } from '#libs/testing';
import { Published } from '../../src/platform/published';
import { readCatalogue } from '../support/schema-catalogue';
import { RowMaker } from '../support/row-maker';
import { testApp } from '../support/start-test-app';

const t = testApp();

const published = (): Published => t.app.get(Published);

/** The first words of the statements that read a whole fan club. */
async function reading(id: number): Promise<readonly string[]> {
  published().snapshots.drop(id);
  const counter = countStatements();
  await published().byId(id);
  return counter.stop();
}

/** The tables in the plan of a statement, whatever the values of its parameters. EXPLAIN (GENERIC_PLAN) needs PostgreSQL 16. */
async function planOf(text: string, number: number): Promise<object[]> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits)));
  const values = count === 0 ? '' : `(${Array(count).fill('NULL').join(', ')})`;
  return t.db.transaction(async (tx) => {
    await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await tx.query(`PREPARE plan_${number} AS ${text}`);
    return tx.query<object[]>(`EXPLAIN (FORMAT JSON) EXECUTE plan_${number}${values}`);
  });
}

/** The tables in the plans of these statements. */
async function tablesIn(statements: readonly string[]): Promise<Set<string>> {
  const plans = statements.filter((text) => /^\s*(SELECT|WITH)\b/.test(text)).map(planOf);
  const found = JSON.stringify(await Promise.all(plans)).matchAll(/"Relation Name":"(\w+)"/g);
  return new Set([...found].map(([, name]) => name));
}

/** Repeats the action until it has an effect, as a late notification may undo it. */
async function settled(work: () => Promise<unknown>, isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !isDone(); tries += 1) {
    await work();
    await sleep(10);
  }
  expect(isDone()).toBe(true);
}

describe('a fan club', () => {
  it('is read in one read-only transaction with one snapshot', async () => {
    const { id } = await t.given.fanclub();
    const statements = await reading(id);
    expect(statements[0]).toBe('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    expect(statements.at(-1)).toBe('COMMIT');
    expect(statements.length).toBeGreaterThan(5);
  });

  it('is read once for simultaneous requests, and then kept in memory', async () => {
    const { key, id } = await t.given.fanclub();
    await published().byKey(key);
    const alone = (await reading(id)).length;
    published().snapshots.drop(id);
    const counter = countStatements();
    const fanclubs = await Promise.all(Array.from({ length: 50 }, async () => published().byKey(key)));
    expect(new Set(fanclubs).size).toBe(1);
    await published().byKey(key);
    expect(counter.stop()).toHaveLength(alone);
  });

  it('is not found under a key that is unknown, revoked, or a former one', async () => {
    const { id } = await t.given.fanclub();
    const extra = await t.given.fanclubKey();
    expect((await published().byKey(extra.key))?.id).toBe(id);
    await t.db.query('UPDATE fanclub_keys SET revoked_at = now() WHERE key = $1', [extra.key]);
    for (let waited = 0; (await published().byKey(extra.key)) !== null && waited < 1000; waited += 10)
      await sleep(10);
    expect(await published().byKey(extra.key)).toBeNull();
    expect(await published().byKey('unknown')).toBeNull();
    expect(await published().byId(id + 1)).toBeNull();
  });

  it('is found under a key that is newer than the cached data', async () => {
    const { id } = await t.given.fanclub();
    await published().byId(id);
    const drop = jest.spyOn(published().snapshots, 'drop');
    const { key } = await t.given.fanclubKey();
    expect((await published().byKey(key))?.id).toBe(id);
    drop.mockRestore();
  });
});

describe('every table that is published', () => {
  it('reports inserts, updates, deletes and truncation', async () => {
    const { id } = await t.given.fanclub();
    const tables = await tablesIn(await reading(id));
    const rows = await t.db.query<{ name: string; events: string[] }[]>(`
      SELECT c.relname AS name, array_agg(DISTINCT e.event ORDER BY e.event) AS events
      FROM pg_trigger g
      JOIN pg_class c ON c.oid = g.tgrelid
      JOIN pg_proc p ON p.oid = g.tgfoid AND p.proname = 'report_published_change'
      CROSS JOIN LATERAL (VALUES ('insert', 4), ('delete', 8), ('update', 16), ('truncate', 32)) e (event, bit)
      WHERE g.tgtype & e.bit <> 0 AND g.tgenabled = 'A'
      GROUP BY c.relname`);
    const reporting = rows.filter(({ events }) => events.length === 4).map(({ name }) => name);
    expect([...tables].filter((name) => !reporting.includes(name))).toEqual([]);
    expect(tables.size).toBeGreaterThan(12);
  });

  it('reports truncation for all fan clubs, and a removed fan club is gone', async () => {
    const { snapshots } = published();
    const rows = new RowMaker(t.db, await readCatalogue(t.db));
    const ids = [(await rows.insert('fanclubs')).id as number, (await rows.insert('fanclubs')).id as number];
    const isForgotten = async (id: number): Promise<boolean> => {
      for (let waited = 0; snapshots.peek(id) && waited < 1000; waited += 10) await sleep(10);
      return snapshots.peek(id) === undefined;
    };
    for (const id of ids) await rows.insert('benefits', id);
    for (const id of ids)
      await settled(
        () => published().byId(id),
        () => snapshots.peek(id) !== undefined,
      );
    await t.db.query('TRUNCATE benefits CASCADE');
    for (const id of ids) expect(await isForgotten(id)).toBe(true);
    for (const id of ids)
      await settled(
        () => published().byId(id),
        () => snapshots.peek(id) !== undefined,
      );
    await t.db.query('DELETE FROM fanclubs WHERE id = $1', [ids[0]]);
    expect(await isForgotten(ids[0])).toBe(true);
    expect(await published().byId(ids[0])).toBeNull();
    expect(snapshots.peek(ids[1])).toBeDefined();
  });

  it('reports the fan club of a changed row, both fan clubs of a moved row, and nothing for an unchanged row', async () => {
    const rows = new RowMaker(t.db, await readCatalogue(t.db));
    const reported: number[] = [];
    let onMark = (): void => undefined;
    const spy = jest.spyOn(published().snapshots, 'drop').mockImplementation((id) => {
      if (id < 0) onMark();
      else reported.push(id);
    });
    /** What was reported since the last call. Reports arrive in the order of the commits, so the mark is the last one. */
    const reports = async (): Promise<number[]> => {
      const marked = new Promise<void>((resolve) => (onMark = resolve));
      await t.db.query("SELECT pg_notify('fanclub_published', '-1')");
      await marked;
      return reported.splice(0).sort((a, b) => a - b);
    };
    const told = async (work: () => Promise<unknown>): Promise<number[]> => {
      await reports();
      await work();
      return reports();
    };
    try {
      const one = (await rows.insert('fanclubs')).id as number;
      const two = (await rows.insert('fanclubs')).id as number;
      const benefit = (await rows.insert('benefits', one)).id as number;
      const change = (set: string) => () => t.db.query(`UPDATE benefits SET ${set} WHERE id = ${benefit}`);
      expect(await told(change("summary = 'Something else'"))).toEqual([one]);
      expect(await told(change(`fanclub_id = ${two}`))).toEqual([one, two]);
      expect(await told(change("summary = 'Something else'"))).toEqual([]);
      const asReplica = `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM benefits; COMMIT`;
      expect(await told(() => t.db.query(asReplica))).toEqual([two]);
      expect(await told(() => t.db.query(`UPDATE fanclubs SET name = 'New' WHERE id = ${two}`))).toEqual([
        two,
      ]);
    } finally {
      spy.mockRestore();
    }
  });
});

it.each([
  'UPDATE contests SET ends_at = $1',
  'UPDATE sales_periods SET ends_at = $1',
  'UPDATE ticket_links SET publish_end = $1',
])('a fan club is read although one of its dates is infinite: %s', async (text) => {
  const { id } = await t.given.fanclub();
  await t.given.plan({ salesPeriod: await t.given.salesPeriod() });
  await t.given.contest();
  await t.given.ticketLink({ event: await t.given.event() });
  await t.db.query(text, ['infinity']);
  expect((await published().byId(id))?.id).toBe(id);
});

it('a fan club that was loaded elsewhere has no published parts', () => {
  expect(() => published().declare(async () => 1)({ id: 1 } as never)).toThrow('was not read by Published');
});
