import { fanclub } from '../../src/tools/cli/main';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp({}, { alone: true });

async function call(...parameters: string[]): Promise<{ code: number; out: string; logged: string }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(parameters, testEnvironment(t.config.database.url), terminal);
  return { code, out: out.join('\n'), logged: logged.join('\n') };
}

const findingOf = async (subject: string): Promise<string | undefined> =>
  (await call('doctor')).out.split('\n').find((line) => new RegExp(`^\\w+ +${subject} `).test(line));

it('a database gets the ids of a cell while servers run, and is then refused those of another', async () => {
  const before = await t.given.plan();
  expect(await findingOf('cell')).toMatch(/^ok .* 0, without a number: new ids are 1 to 999999999999$/);

  const range = 'Its new ids are 9006000000000000 to 9006999999999999.';
  expect(await call('cell', 'init', '9006')).toEqual({
    code: 0,
    out: `This database is cell 9006. ${range}`,
    logged: '',
  });
  expect(await findingOf('cell')).toMatch(/^ok .* 9006: new ids are 9006000000000000 to 9006999999999999$/);
  const after = await t.given.plan();
  expect([before.id, after.id]).toEqual([1, 9_006_000_000_000_000]);
  const { plans } = (await t.api.get('/plans')).body as { plans: { id: number }[] };
  expect(plans.map(({ id }) => id).sort()).toEqual([before.id, after.id]);

  expect(await call('cell', 'init', '1')).toEqual({
    code: 1,
    out: '',
    logged: 'Nothing was done: this database has generated ids of another cell, in plans.',
  });
  expect((await call('cell', 'init', '9006')).code).toBe(0);
  expect((await t.given.plan()).id).toBe(9_006_000_000_000_001);
});

it('the doctor reports a table whose new ids are not those of the cell, and migrate corrects it', async () => {
  await call('cell', 'init', '9006');
  await t.db.query(`ALTER SEQUENCE orders_id_seq MINVALUE 1 RESTART 1`);
  expect(await findingOf('cell')).toMatch(
    /^problem .* new ids of orders are not from 9006000000000000 to 9006999999999999$/,
  );
  expect((await call('migrate')).code).toBe(0);
  expect(await findingOf('cell')).toMatch(/^ok /);
});

it('prints what a proxy needs to know: its number, valid keys, and fan clubs and accounts with ids of other cells', async () => {
  const [club] = [await t.given.fanclub({ key: 'comets' }), await t.given.fanclub({ key: 'no route' })];
  await t.db.query(
    `UPDATE fanclubs SET held_at = now(), moved_to = 'cell 5' WHERE id <> $1 AND id NOT IN
    (SELECT fanclub_id FROM fanclub_keys WHERE key = 'no route')`,
    [club.id],
  );
  const { code, out, logged } = await call('cell', 'routes', 'first');
  expect([code, out.split('\n')]).toEqual([0, ['cell:0 first', 'key:comets first']]);
  expect(logged).toContain('the key "no route"');
  await call('cell', 'init', '9006');
  expect((await call('cell', 'routes', 'last')).out.split('\n').slice(0, 2)).toEqual([
    'cell:9006 last',
    'key:comets last',
  ]);
  expect((await call('cell', 'routes', 'last')).out).toContain(`fanclub:${club.id} last`);
  expect((await call('cell', 'routes')).code).toBe(2);
});
