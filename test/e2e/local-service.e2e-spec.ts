import 'reflect-metadata';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, createTestDatabase, withConnection } from '#libs/testing';
import { fanclub } from '../../src/tools/cli/main';
import { InvalidConfig } from '../../src/platform/config';
import { openLocalService } from '../../src/tools/local';

const silent = (): void => undefined;

describe('on one machine', () => {
  let database: TestDatabase;
  let dataDir: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = join(mkdtempSync(join(tmpdir(), 'local-service-')), 'data');
  });

  afterEach(async () => {
    await database.drop();
    rmSync(join(dataDir, '..'), { recursive: true });
  });

  describe('openLocalService', () => {
    it('uses DATABASE_URL, migrates it, and creates missing secrets', async () => {
      await withConnection(database.url, (client) =>
        client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
      );
      const { config, stop } = await openLocalService(
        { DATABASE_URL: database.url, DATA_DIR: dataDir },
        silent,
      );
      const kept = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
        SESSION_KEYS: string;
      };
      expect(config.session.keys.map((key) => key.toString('base64'))).toEqual([kept.SESSION_KEYS]);
      const { rows } = await withConnection(database.url, (client) => client.query('SELECT * FROM fanclubs'));
      expect(rows).toEqual([]);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      await stop();
    });

    it.each([
      [{}, true],
      [{ HOST: 'localhost' }, true],
      [{ HOST: '0.0.0.0' }, false],
      [{ HOST: '192.0.2.7' }, false],
      [{ PUBLIC_URL: 'https://api.example.test' }, false],
      [{ HOST: '0.0.0.0', PAYMENTS_DEMO: 'true' }, true],
    ])(
      'has the demo bank of npm start only on this machine, unless set otherwise: %j',
      async (environment, isThere) => {
        const given = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...environment };
        const { config, stop } = await openLocalService(given, silent, {
          migrates: false,
          hasDemoBank: true,
        });
        expect(config.payments.hasDemoBank).toBe(isThere);
        await stop();
      },
    );

    it('prefers the secrets of the environment', async () => {
      const SESSION_KEYS = Buffer.alloc(32, 5).toString('base64');
      const { config, stop } = await openLocalService(
        { DATABASE_URL: database.url, DATA_DIR: dataDir, SESSION_KEYS },
        silent,
      );
      expect(config.session.keys).toEqual([Buffer.alloc(32, 5)]);
      await stop();
    });

    it.each([
      ['no server listens', (url: URL) => (url.port = '1'), /ECONNREFUSED/],
      ['the user does not exist', (url: URL) => (url.username = 'nobody'), /nobody/],
    ])('reports in one line that %s, without the password', async (_, spoil, reason) => {
      const url = new URL(database.url);
      url.password = 'tell-no-one';
      spoil(url);
      const open = openLocalService({ DATABASE_URL: url.href, DATA_DIR: dataDir }, silent);
      const { name, message } = await open.then(
        () => new Error('it opened'),
        (error: Error) => error,
      );
      expect(name).toBe('DatabaseUnreachable');
      expect(message).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .+$/);
      expect(message).toMatch(reason);
      expect(message).not.toContain('tell-no-one');
    });

    it('reports invalid settings before it starts a database', async () => {
      const open = openLocalService({ DATA_DIR: dataDir, PORT: 'http', LOG_LEVEL: 'loud' }, silent);
      await expect(open).rejects.toThrow(InvalidConfig);
      await expect(open).rejects.toThrow(/LOG_LEVEL[\s\S]*PORT|PORT[\s\S]*LOG_LEVEL/);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    });
  });

  describe('fanclub import', () => {
    const demo = join(__dirname, '..', '..', 'demo', 'catalogue.json');

    async function call(...parameters: string[]): Promise<{ code: number; out: string; logged: string }> {
      const [out, logged]: [string[], string[]] = [[], []];
      const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
      const code = await fanclub(parameters, { DATABASE_URL: database.url, DATA_DIR: dataDir }, terminal);
      return { code, out: out.join('\n'), logged: logged.join('\n') };
    }

    const clubs = () =>
      withConnection(database.url, async (client) => (await client.query('SELECT * FROM fanclubs')).rowCount);

    it('loads a catalogue and prints a summary', async () => {
      const { code, out } = await call('import', demo);
      expect(code).toBe(0);
      expect(out).toContain('fanclubs: 2 created, 0 updated, 0 unchanged');
      expect(await clubs()).toBe(2);
    });

    it('only checks with --dry-run', async () => {
      const { code, out } = await call('import', demo, '--dry-run');
      expect(code).toBe(0);
      expect(out).toContain('Nothing was imported');
      expect(await clubs()).toBe(0);
    });

    it('names every fault and changes nothing', async () => {
      const file = join(dataDir, '..', 'faulty.json');
      const text = readFileSync(demo, 'utf8');
      writeFileSync(
        file,
        text.replace('"2026-01-01T15:00:00Z"', '"noon"').replace('"1969-07-20"', '"1969-02-30"'),
      );
      const { code, logged } = await call('import', file);
      expect(code).toBe(1);
      expect(logged).toMatch(/\.events\[\d+\]\.start: /);
      expect(logged).toMatch(/\.customers\[\d+\]\.birthdate: /);
      expect(logged).toContain('Nothing was imported: 2 faults.');
      expect(await clubs()).toBe(0);
    });

    it('reports a file that does not exist', async () => {
      const { code, logged } = await call('import', join(dataDir, 'absent.json'));
      expect(code).toBe(1);
      expect(logged).toContain('absent.json');
    });
  });
});
