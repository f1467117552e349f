import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { databaseUrl, withConnection } from '../../libs/testing/src/test-database';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { fanclub } from '../../src/tools/cli/main';
import { asOwner, asServer, TEST_OWNER } from '../support/database-roles';
import { forkProcess, orEnd } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

const PUBLIC_URL = 'http://localhost:3000';
const t = testApp({ PUBLIC_URL });

/** Runs a command to its end. */
async function run(words: string[], environment: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const print = (line: string): number => lines.push(line);
  const settings = { ...testEnvironment(t.config.database.url), ...environment };
  const code = await fanclub(words, settings, { print, log: print });
  return { code, output: lines.join('\n') };
}

describe('fanclub demo', () => {
  it('loads the demo into a database without fan clubs, once', async () => {
    expect(await run(['demo', 'load'])).toEqual({ code: 0, output: 'Loaded the demo.' });
    const { code, output } = await run(['demo', 'load']);
    expect([code, output]).toEqual([0, 'The database has fan clubs already, so nothing was loaded.']);
    expect(await t.db.getRepository(Fanclub).count()).toBe(2);
  });

  it('serves the site of the demo until SIGTERM, with the rights of a server', async () => {
    await run(['demo', 'load']);
    // Port 0 lets the system choose one.
    const { child, running } = forkProcess(
      'command-process.ts',
      {
        ...testEnvironment(asServer(t.config.database.url)),
        DATABASE_OWNER_URL: '',
        SITE_PORT: '0',
        PUBLIC_URL,
      },
      ['demo', 'site'],
    );
    const serving = once(child.stdout as NodeJS.ReadableStream, 'data').then(([line]) => String(line).trim());
    const origin = /http:\/\/localhost:\d+$/.exec(await orEnd(serving, child, running))?.[0] ?? '';
    const settings = await fetch(`${origin}/settings.js`).then((response) => response.text());
    expect(settings).toContain('{"url":"http://localhost:3000","key":"demo-tin-comets",');
    expect(settings).toContain(`"plansUrl":"${origin}/#/plans"`);
    const { body } = await t.api.stranger().get('/fanclub', { key: 'demo-tin-comets' });
    expect(body.fanclub.site_url).toBe(origin);
    expect(await running.kill('SIGTERM')).toBe(0);
    await expect(fetch(origin)).rejects.toThrow();
  });

  it('does not serve the site without the demo', async () => {
    const { code, output } = await run(['demo', 'site']);
    expect([code, output]).toEqual([1, 'The database does not contain the demo. Run: npx fanclub demo load']);
  });
});

describe('fanclub migrate --create-role', () => {
  const role = `fanclub_made_${process.pid}`;
  let database: TestDatabase;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    url = asOwner(database.url);
  });
  afterAll(async () => {
    const server = databaseUrl(database.url, 'postgres');
    await database.drop();
    await withConnection(server, (client) => client.query(`DROP ROLE IF EXISTS ${role}`));
  });

  /** The superuser lets the owner of all test databases create roles while the work runs. */
  async function whileOwnerCreatesRoles(work: () => Promise<void>): Promise<void> {
    const alter = (right: string) =>
      withConnection(database.url, (client) => client.query(`ALTER ROLE ${TEST_OWNER} ${right}`));
    await alter('CREATEROLE');
    await work().finally(() => alter('NOCREATEROLE'));
  }

  it('creates the role of the servers with its password and its rights, once, if the owner may create roles', async () => {
    const address = Object.assign(new URL(url), {
      username: role,
      password: encodeURIComponent(`it's "x" %`),
    });
    const environment = { DATABASE_URL: address.href, DATABASE_OWNER_URL: url };
    const createRole = () => run(['migrate', '--create-role'], environment);
    await expect(createRole()).rejects.toThrow(
      `Creating the role ${role} failed: permission denied to create role. Create it as a superuser: docs/operations/database.md, "Roles".`,
    );
    await whileOwnerCreatesRoles(async () => expect(await createRole()).toMatchObject({ code: 0 }));
    expect(await createRole()).toMatchObject({ code: 0 });
    const rows = await withConnection(address.href, async (client) => {
      await expect(client.query('DROP TABLE customers')).rejects.toMatchObject({ code: '42501' });
      return (await client.query('SELECT count(*)::integer AS n FROM customers')).rows as unknown[];
    });
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('reports that there is only one role', async () => {
    const { code, output } = await run(['migrate', '--create-role'], {
      DATABASE_URL: url,
      DATABASE_OWNER_URL: url,
    });
    expect(code).toBe(1);
    expect(output).toContain('No role was created');
  });
});
