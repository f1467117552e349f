import { fanclub } from '../../src/tools/cli/main';
import { queueMails } from '../support/queue-mail';
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

it('a restored database learns that another cell serves a fan club: it refuses its requests, and has no jobs of it', async () => {
  await call('cell', 'init', '9006');
  const { id, key } = await t.given.fanclub({ name: 'Tin Comets', key: 'moved' });
  const stays = await t.given.fanclub({ key: 'stays' });
  await queueMails(t);
  const status = async (of: string) => (await t.api.get('/plans', { key: of })).body.status;
  const jobs = () =>
    t.db.query(`SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'fanclubId' = $1`, [String(id)]);
  expect(await status(key)).toBe('ok');
  expect(await jobs()).not.toEqual([]);
  expect(await call('cell', 'left', key, '9006')).toMatchObject({
    code: 1,
    logged: 'This database is cell 9006 itself.',
  });
  const isThere = 'Tin Comets is in cell 3, and stays held here.';
  expect(await call('cell', 'left', key, '3')).toEqual({ code: 0, out: isThere, logged: '' });
  expect(await call('cell', 'left', key, '3')).toMatchObject({ code: 1, logged: isThere });
  expect([await status(key), await status(stays.key)]).toEqual(['error', 'ok']);
  expect(await jobs()).toEqual([]);
  expect((await call('cell', 'routes', 'last')).out).not.toContain('key:moved');
  expect(await call('release', key)).toMatchObject({ code: 1, logged: isThere });
  // If the other cell is lost, this one serves it again.
  await t.db.query(
    'UPDATE fanclubs SET moved_to = NULL, held_at = NULL, held_for_move = false WHERE id = $1',
    [id],
  );
  for (const command of ['hold', 'release']) expect((await call(command, key)).code).toBe(0);
  expect(await status(key)).toBe('ok');
  expect(await call('cell', 'left', 'nobody', '3')).toMatchObject({ code: 1 });
  expect(await call('cell', 'left', key)).toMatchObject({ code: 2 });
});
