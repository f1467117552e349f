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

it('prints what a proxy needs to know: its number, valid keys, and fan clubs with ids of other cells, but not those that have left', async () => {
  await call('cell', 'init', '9006');
  await t.given.fanclub({ key: 'native' });
  await t.given.fanclub({ id: 5, key: 'foreign' });
  await t.given.fanclub({ key: 'no route' });
  const { id } = await t.given.fanclub({ key: 'left' });
  await t.db.query(`UPDATE fanclubs SET held_at = now(), moved_to = 'cell 5' WHERE id = $1`, [id]);
  const { code, out, logged } = await call('cell', 'routes', 'last');
  expect([code, out.split('\n')]).toEqual([
    0,
    ['cell:9006 last', 'key:native last', 'key:foreign last', 'fanclub:5 last'],
  ]);
  expect(logged).toContain('the key "no route"');
});
