import { createHash } from 'node:crypto';
import { fanclub } from '../../src/tools/cli/main';
import { OrganizationApiKey } from '../../src/platform/tenants';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp();

async function call(...parameters: string[]): Promise<{ code: number; out: string; logged: string }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(['key', ...parameters], testEnvironment(t.config.database.url), terminal);
  return { code, out: out.join('\n'), logged: logged.join('\n') };
}

/** The cells of the printed list, without the header. */
async function listed(): Promise<string[][]> {
  const [, ...lines] = (await call('list')).out.split('\n');
  return lines.map((line) => line.split(/ {2,}/));
}

/** An instant as the list prints it. */
const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

const works = async (key: string): Promise<boolean> =>
  (await t.api.get('/fanclub', { key })).body.status === 'ok';
const searches = async (apiKey: string): Promise<boolean> =>
  (await t.api.get('/search', { headers: { 'api-key': apiKey } })).body.status === 'ok';

describe('keys of an organization', () => {
  let name: string;

  beforeEach(async () => {
    const organization = await t.given.organization({ name: 'Comet Club Ltd' });
    name = organization.name;
    await t.given.fanclub({ organizationId: organization.id });
  });

  it('are shown once, and stored as SHA-256 with the first characters', async () => {
    const { code, out: key, logged } = await call('create', 'organization', name);
    expect({ code, logged }).toEqual({
      code: 0,
      logged: 'Another key of Comet Club Ltd, with the id 1. It is secret and shown only now.',
    });
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(await searches(key)).toBe(true);

    const [row] = await t.db.getRepository(OrganizationApiKey).find();
    expect(row).toMatchObject({
      keyHash: createHash('sha256').update(key).digest(),
      prefix: key.slice(0, 8),
    });
    expect((await call('list')).out).not.toContain(key);
  });

  it('are rotated: the new key works beside the old one until the old one is revoked', async () => {
    const [{ out: old }, { out: young }] = [
      await call('create', 'organization', name),
      await call('create', 'organization', name),
    ];
    expect([await searches(old), await searches(young)]).toEqual([true, true]);
    expect(await call('revoke', 'organization', '1')).toEqual({
      code: 0,
      out: 'Revoked. Valid keys that Comet Club Ltd has left: 1',
      logged: '',
    });
    expect([await searches(old), await searches(young)]).toEqual([false, true]);
    expect((await listed()).filter(([kind]) => kind === 'organization')).toEqual([
      [
        'organization',
        '1',
        `${old.slice(0, 8)}…`,
        name,
        '-',
        expect.stringMatching(/^revoked 2/),
        ...[time, time],
      ],
      ['organization', '2', `${young.slice(0, 8)}…`, name, '-', 'valid', ...[time, time]],
    ]);
  });

  it('have a label, which the list shows', async () => {
    const label = 'Box office, Oslo';
    const { code, out: key } = await call('create', 'organization', name, '--label', label);
    expect(code).toBe(0);
    expect(await searches(key)).toBe(true);
    await call('create', 'organization', name);
    const labels = (await listed()).map(([kind, , , owner, shown]) => [kind, owner, shown]);
    expect(labels.filter(([kind]) => kind === 'organization')).toEqual([
      ['organization', name, label],
      ['organization', name, '-'],
    ]);
    expect(labels.filter(([kind]) => kind === 'fanclub').map(([, , shown]) => shown)).toEqual(['-']);
  });

  it.each(['', ' ', 'two\nlines', 'x'.repeat(101)])('cannot have the label %j', async (label) => {
    const { code, logged } = await call('create', 'organization', name, `--label=${label}`);
    expect(code).toBe(2);
    expect(logged).toContain('A label is 1 to 100 characters on one line');
    expect(await t.db.getRepository(OrganizationApiKey).count()).toBe(0);
  });

  it('are listed with their last use, if any', async () => {
    const { out: key } = await call('create', 'organization', name);
    const lastUse = async () => (await listed()).find(([kind]) => kind === 'organization')?.at(-1);
    expect(await lastUse()).toBe('-');
    await searches(key);
    expect(await lastUse()).toBe(t.clock.now().toISOString());
  });

  it('are neither made nor revoked for an unknown organization', async () => {
    expect(await call('create', 'organization', 'Nobody')).toEqual({
      code: 1,
      out: '',
      logged: 'There is no organization named "Nobody".',
    });
    await call('create', 'organization', name);
    await call('revoke', 'organization', '1');
    for (const id of ['1', '2']) {
      expect(await call('revoke', 'organization', id)).toEqual({
        code: 1,
        out: '',
        logged: 'There is no such valid key.',
      });
    }
  });
});

describe('keys of a fan club', () => {
  it('are made beside the others, and revoked one by one', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    const other = await t.given.fanclub({});
    const { code, out: key } = await call('create', 'fanclub', club.key);
    expect(code).toBe(0);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect([await works(key), await works(club.key)]).toEqual([true, true]);

    expect((await call('revoke', 'fanclub', club.key)).out).toBe(
      'Revoked. Valid keys that Tin Comets has left: 1',
    );
    expect([await works(key), await works(club.key), await works(other.key)]).toEqual([true, false, true]);
    expect((await call('revoke', 'fanclub', key)).out).toBe(
      'Revoked. Valid keys that Tin Comets has left: none',
    );
    // A revoked key still identifies the fan club.
    const { out: successor } = await call('create', 'fanclub', key);
    expect([await works(successor), await works(key)]).toEqual([true, false]);
  });

  it('are neither made nor revoked for an unknown fan club', async () => {
    expect(await call('create', 'fanclub', 'nobody')).toEqual({
      code: 1,
      out: '',
      logged: 'No fan club has or had this key.',
    });
    expect(await call('revoke', 'fanclub', 'nobody')).toMatchObject({ code: 1, out: '' });
  });
});

describe('a revoked key', () => {
  let servers: readonly ServerProcess[];

  beforeAll(async () => {
    const { url } = t.config.database;
    servers = await Promise.all([startServerProcess(url), startServerProcess(url)]);
  });
  afterAll(() => Promise.all((servers ?? []).map((server) => server.kill())));

  /** The answers of each process to both keys. */
  const everywhere = (key: string, apiKey: string) =>
    Promise.all(
      servers.flatMap(({ origin }) => [
        t.api
          .at(origin)
          .get('/fanclub', { key })
          .then(({ body }) => body.status as string),
        t.api
          .at(origin)
          .get('/search', { headers: { 'api-key': apiKey } })
          .then(({ body }) => body.status as string),
      ]),
    );

  it('is refused within five seconds by every process that just used it', async () => {
    const club = await t.given.fanclub();
    const { out: key } = await call('create', 'fanclub', club.key);
    const apiKey = await t.given.organizationKey();
    expect(await everywhere(key, apiKey)).toEqual(['ok', 'ok', 'ok', 'ok']);
    await call('revoke', 'fanclub', key);
    await call('revoke', 'organization', '1');

    const end = performance.now() + 5_000;
    let answers: string[];
    do answers = await everywhere(key, apiKey);
    while (answers.includes('ok') && performance.now() < end);
    expect(answers).toEqual(['error', 'error', 'error', 'error']);
  });
});
