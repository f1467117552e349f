import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { PASSWORD } from '#samples';
import { SecurityEventRow } from '../../src/platform/audit';
import { LoginProvider, OrganizationApiKey } from '../../src/platform/tenants';
import { fanclub } from '../../src/tools/cli/main';
import { Customer } from '../../src/domains/accounts/customer.entity';
import { emptyTables } from '../support/empty-tables';
import type { JsonObject } from '../support/catalogues';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp();

async function call(parameters: string[], output: Writable = new PassThrough()) {
  const logged: string[] = [];
  const terminal = { print: () => undefined, log: (line: string) => logged.push(line), output };
  const code = await fanclub(parameters, testEnvironment(t.config.database.url), terminal);
  return { code, logged: logged.join('\n') };
}

/** Exports to standard output. */
async function exported(...parameters: string[]) {
  const output = new PassThrough();
  const [result, text] = await Promise.all([
    call(['export', ...parameters], output).finally(() => output.end()),
    readAll(output),
  ]);
  return { ...result, text };
}

const logsIn = async (key: string, email: string): Promise<boolean> =>
  (await t.api.post('/login', { email, password: PASSWORD }, { key })).body.status === 'ok';

describe('fanclub export', () => {
  const file = (): string => join(t.config.dataDir, 'club.json');

  // The service creates the folder only when it writes to it.
  beforeAll(() => mkdir(t.config.dataDir, { recursive: true }));
  afterEach(() => rm(file(), { force: true }));

  it('with secrets moves a fan club: afterwards customers log in with their passwords', async () => {
    const { key } = await t.given.fanclub();
    const { email } = await t.given.customer();
    await t.given.loginProvider();
    expect(await logsIn(key, email ?? '')).toBe(true);
    expect(await call(['export', key, '--with-secrets', '--output', file()])).toEqual({
      code: 0,
      logged: '',
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await readdir(t.config.dataDir)).filter((name) => name.startsWith('club.json'))).toEqual([
      'club.json',
    ]);
    await emptyTables(t.db);
    expect((await call(['import', file()])).code).toBe(0);
    expect(await logsIn(key, email ?? '')).toBe(true);
    expect(await t.db.getRepository(LoginProvider).count()).toBe(1);
  });

  it('without secrets writes no hash, secret or key of an organization; such customers reset their passwords', async () => {
    const { key } = await t.given.fanclub();
    const customer = await t.given.customer();
    const organizationKey = await t.given.organizationKey();
    const provider = await t.given.loginProvider();
    const { code, logged, text } = await exported(key);
    expect({ code, logged }).toEqual({
      code: 0,
      logged:
        'Passwords and login providers are not in the file. Customers whom it creates must reset their passwords. See --with-secrets.',
    });
    const [{ keyHash }] = await t.db.getRepository(OrganizationApiKey).find();
    const secrets = [
      customer.passwordHash,
      organizationKey,
      keyHash.toString('hex'),
      provider.appSecretSealed,
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({
      organizations: [{ fanclubs: [{ key, customers: [{ id: customer.id }] }] }],
    });

    await call(['export', key, '--output', file()]);
    await emptyTables(t.db);
    expect((await call(['import', file()])).code).toBe(0);
    expect(await t.db.getRepository(Customer).findOneByOrFail({})).toMatchObject({
      id: customer.id,
      email: customer.email,
      passwordHash: null,
    });
    expect(await logsIn(key, customer.email ?? '')).toBe(false);
  });

  it('imported over the same fan club, leaves passwords and login providers as they are', async () => {
    const { key } = await t.given.fanclub();
    const { email } = await t.given.customer();
    await t.given.loginProvider();
    await call(['export', key, '--output', file()]);
    expect((await call(['import', file()])).code).toBe(0);
    expect(await logsIn(key, email ?? '')).toBe(true);
    expect(await t.db.getRepository(LoginProvider).count()).toBe(1);
  });

  it('is recorded as a security event', async () => {
    const { key, id } = await t.given.fanclub();
    await exported(key, '--with-secrets');
    expect(await t.db.getRepository(SecurityEventRow).find()).toMatchObject([
      { fanclubId: id, actorKind: 'operator', action: 'catalogue.exported', reason: 'with_secrets' },
    ]);
  });

  it('exports a valid key in place of a revoked one, and refuses a fan club without a valid key', async () => {
    const { key } = await t.given.fanclub();
    await t.db.query(
      `INSERT INTO fanclub_keys (fanclub_id, key) SELECT fanclub_id, 'successor' FROM fanclub_keys`,
    );
    await call(['key', 'revoke', 'fanclub', key]);
    const club = (JSON.parse((await exported(key)).text) as { organizations: { fanclubs: JsonObject[] }[] })
      .organizations[0].fanclubs[0];
    expect(club).toMatchObject({ key: 'successor', extra_keys: [] });
    await call(['key', 'revoke', 'fanclub', 'successor']);
    expect(await exported(key)).toEqual({
      code: 1,
      text: '',
      logged: 'The fan club has no valid key. Create one: fanclub key create fanclub KEY',
    });
  });

  it('reports values that an import refuses, and fails', async () => {
    const { key } = await t.given.fanclub();
    await t.given.customer({ email: 'not an address' });
    const { code, logged } = await exported(key, '--with-secrets');
    expect({ code, logged }).toEqual({
      code: 1,
      logged:
        'organizations[0].fanclubs[0].customers[0].email: must be an e-mail address\n' +
        'The file is complete, but import refuses it, because the database has values that a catalogue cannot have: 1.',
    });
  });

  it('leaves an older file, and no other, if the output cannot be written', async () => {
    const { key } = await t.given.fanclub();
    expect(await call(['export', key, '--output', join(file(), 'nowhere')])).toMatchObject({
      code: 1,
      logged: expect.stringMatching(/^The output cannot be written: ENOENT/),
    });
    const broken = new Writable({
      write: (_, __, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    expect(await call(['export', key], broken)).toEqual({
      code: 1,
      logged: 'The output cannot be written: write EPIPE',
    });
    await call(['export', key, '--output', file()]);
    const before = await readFile(file(), 'utf8');
    await t.db.query('UPDATE fanclub_keys SET revoked_at = now()');
    expect((await call(['export', key, '--output', file()])).code).toBe(1);
    expect(await readFile(file(), 'utf8')).toBe(before);
    expect((await readdir(t.config.dataDir)).filter((name) => name.startsWith('club.json'))).toEqual([
      'club.json',
    ]);
  });

  it('refuses unknown keys and wrong usage', async () => {
    expect(await exported('nobody')).toEqual({
      code: 1,
      text: '',
      logged: 'No fan club has or had this key.',
    });
    expect((await call(['export'])).code).toBe(2);
    expect((await call(['export', 'a', 'b'])).code).toBe(2);
  });
});
