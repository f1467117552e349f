import { fanclub } from '../../src/tools/cli/main';
import { importCatalogue } from '../../src/tools/catalogue';
import { importOptions } from '../../src/tools/local';
import { catalogueOf, fanclubWith } from '../support/catalogues';
import { startServerProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp();

async function call(...parameters: string[]): Promise<{ code: number; out: string[]; logged: string[] }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(parameters, testEnvironment(t.config.database.url), terminal);
  return { code, out, logged };
}

const origins = async (fanclubId: number): Promise<string[]> => {
  const rows = await t.db.query<{ origin: string }[]>(
    'SELECT origin FROM trusted_domains WHERE fanclub_id = $1 ORDER BY id',
    [fanclubId],
  );
  return rows.map(({ origin }) => origin);
};

const SHOP = 'https://shop.example';
const LOCAL = 'http://localhost:5173';

/** Whether the server lets a page of this origin read its answer. */
async function lets(server: string, key: string, origin: string): Promise<boolean> {
  const { headers } = await fetch(`${server}/api/v1/fanclub?key=${key}`, { headers: { origin } });
  return headers.get('access-control-allow-origin') === origin;
}

describe('fanclub trust', () => {
  it('trusts pages of the origins, reports it, and does nothing the second time', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    const other = await t.given.fanclub({});
    expect(await lets(t.origin, club.key, SHOP)).toBe(false);
    expect(await call('trust', club.key, SHOP, LOCAL)).toEqual({
      code: 0,
      out: [`Tin Comets now trusts ${SHOP}`, `Tin Comets now trusts ${LOCAL}`],
      logged: [],
    });
    for (const origin of [SHOP, LOCAL]) expect(await lets(t.origin, club.key, origin)).toBe(true);
    expect(await lets(t.origin, other.key, SHOP)).toBe(false);
    expect(await call('trust', club.key, SHOP)).toEqual({
      code: 0,
      out: [`Tin Comets trusts ${SHOP} already`],
      logged: [],
    });
    expect(await origins(club.id)).toEqual([SHOP, LOCAL]);
  });

  it.each([
    'https://shop.example/',
    'https://Shop.example',
    'shop.example',
    '*',
    'https://shop.example:443',
    'null',
  ])('accepts exact origins only, and changes nothing for %j beside a valid one', async (wrong) => {
    const club = await t.given.fanclub({});
    for (const command of ['trust', 'untrust']) {
      expect(await call(command, club.key, SHOP, wrong)).toEqual({
        code: 1,
        out: [],
        logged: [
          `${wrong}: must be an origin such as https://www.example.com, in lower case and without a path`,
          'Nothing was changed.',
        ],
      });
    }
    expect(await origins(club.id)).toEqual([]);
  });

  it('never exceeds the limit of trusted domains that a catalogue has', async () => {
    const club = await t.given.fanclub({});
    const many = Array.from({ length: 50 }, (_, n) => `https://s${n}.example`);
    expect((await call('trust', club.key, ...many)).code).toBe(0);
    expect(await call('trust', club.key, many[7], SHOP)).toEqual({
      code: 1,
      out: [],
      logged: ['A fan club has at most 50 trusted domains; these would make 51. Nothing was changed.'],
    });
    expect(await origins(club.id)).toEqual(many);
    expect((await call('trust', club.key, many[7])).code).toBe(0);
  });

  it('never exceeds this limit when two commands run simultaneously', async () => {
    const club = await t.given.fanclub({});
    await call('trust', club.key, ...Array.from({ length: 49 }, (_, n) => `https://s${n}.example`));
    const both = await Promise.all([call('trust', club.key, SHOP), call('trust', club.key, LOCAL)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await origins(club.id)).toHaveLength(50);
  });

  it('takes effect in running servers immediately', async () => {
    const club = await t.given.fanclub({});
    const server = await startServerProcess(t.config.database.url);
    try {
      expect(await lets(server.origin, club.key, SHOP)).toBe(false);
      for (const [command, expected] of [
        ['trust', true],
        ['untrust', false],
      ] as const) {
        await call(command, club.key, SHOP);
        const done = performance.now();
        while ((await lets(server.origin, club.key, SHOP)) !== expected)
          expect(performance.now() - done).toBeLessThan(1_000);
      }
    } finally {
      await server.kill();
    }
  });

  it('refuses an unknown key, and prints its usage', async () => {
    for (const command of ['trust', 'untrust']) {
      expect(await call(command, 'nobody', SHOP)).toEqual({
        code: 1,
        out: [],
        logged: ['No fan club has or had this key.'],
      });
      const { code, logged } = await call(command, 'nobody');
      expect(code).toBe(2);
      expect(logged.join()).toContain(`${command} takes the key of a fan club, and one or more origins`);
    }
  });
});

describe('fanclub untrust', () => {
  it('removes the trust, reports it, and does nothing the second time', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    await call('trust', club.key, SHOP, LOCAL);
    expect(await call('untrust', club.key, SHOP)).toEqual({
      code: 0,
      out: [`Tin Comets no longer trusts ${SHOP}`],
      logged: [],
    });
    expect(await lets(t.origin, club.key, SHOP)).toBe(false);
    expect(await lets(t.origin, club.key, LOCAL)).toBe(true);
    expect((await call('untrust', club.key, SHOP)).out).toEqual([`Tin Comets does not trust ${SHOP} anyway`]);
  });

  it('reports that the fan club’s own website stays trusted', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets', siteUrl: 'https://comets.example/home' });
    expect((await call('untrust', club.key, 'https://comets.example')).out).toEqual([
      'Tin Comets still trusts https://comets.example: it is the origin of its site_url',
    ]);
  });
});

it('an import of the same file lists domains added by `trust` as removals', async () => {
  const file = catalogueOf(fanclubWith({ trusted_domains: [LOCAL] }));
  await importCatalogue(file, { ...importOptions(t.db, t.config), clock: t.clock });
  await call('trust', 'small-key', SHOP);
  const again = importCatalogue(file, { ...importOptions(t.db, t.config), clock: t.clock });
  await expect(again).rejects.toThrow(`trusted_domains: loses "${SHOP}"`);
});
