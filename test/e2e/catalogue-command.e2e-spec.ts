import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fanclub } from '../../src/tools/cli/main';
import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, fullCatalogue, type Json, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

describe('fanclub import', () => {
  let folder: string;
  let out: string[];
  let logged: string[];
  let shown: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-command-'));
  });

  beforeEach(() => {
    [out, logged, shown] = [[], [], []];
  });

  afterAll(() => rm(folder, { recursive: true }));

  function run(...parameters: string[]): Promise<number> {
    const environment = { DATABASE_URL: database.opened?.url, DATA_DIR: join(folder, 'data') };
    return fanclub(['import', ...parameters], environment, {
      print: (line) => out.push(line),
      log: (line) => logged.push(line),
      progress: (text) => shown.push(text),
    });
  }

  async function file(content: Json): Promise<string> {
    const path = join(folder, 'catalogue.json');
    await writeFile(path, JSON.stringify(content));
    return path;
  }

  it('loads a file, and prints its progress and a summary', async () => {
    expect(await run(await file(fullCatalogue()))).toBe(0);
    expect(out).toContain('plans: 2 created, 0 updated, 0 unchanged');
    expect(shown).toContain('loading 100 %');
    expect(shown.at(-1)).toBe('');
    expect(await database.value('SELECT count(*) FROM customers')).toBe(3);
  });

  it('only checks the file with --dry-run', async () => {
    expect(await run('--dry-run', await file(fullCatalogue()))).toBe(0);
    expect(out).toEqual(['The catalogue has no faults. Nothing was imported.']);
    expect(await database.checksums()).toEqual({});
  });

  it.each([[['--dry-run']], [[]]])('names each fault with its place, and fails (%j)', async (options) => {
    const path = await file(
      catalogueOf(fanclubWith({ plans: [{ name: 'Gold', price: 1 }, { name: 'Silver' }] })),
    );
    expect(await run(path, ...options)).toBe(1);
    expect(logged).toEqual([
      'organizations[0].fanclubs[0].plans[0].price: must be a decimal amount',
      'organizations[0].fanclubs[0].plans[1].price: is missing',
      'Nothing was imported: 2 faults.',
    ]);
    expect(await database.checksums()).toEqual({});
  });

  it('reports a file that does not exist or is not JSON', async () => {
    expect(await run(join(folder, 'nowhere.json'))).toBe(1);
    expect(logged[0]).toMatch(/^The file cannot be read: ENOENT/);
    expect(await run(folder)).toBe(1);
    expect(logged[1]).toMatch(/^The file cannot be read: EISDIR/);
    const path = join(folder, 'broken.json');
    await writeFile(path, '{"version": 1,,}');
    expect(await run(path)).toBe(1);
    expect(logged[2]).toMatch(/^The file is not valid JSON: /);
  });

  it('fails without --allow-removals, changes nothing and names the flag; with it, names the removals', async () => {
    const plan = { name: 'Gold', price: '1', tags: ['old', 'new'] };
    await run(await file(catalogueOf(fanclubWith({ plans: [plan] }))));
    const before = await database.checksums();
    const shorter = await file(catalogueOf(fanclubWith({ plans: [{ ...plan, tags: ['new'] }] })));
    const line = 'organizations[0].fanclubs[0].plans[0].tags: loses "old"';
    for (const options of [[], ['--dry-run'], ['--allow-keys']]) {
      [out, logged] = [[], []];
      expect(await run(shorter, ...options)).toBe(1);
      expect({ out, logged }).toEqual({
        out: [],
        logged: [
          line,
          'Nothing was imported: the file removes or rewrites what is there, as listed above. To allow this, add --allow-removals.',
        ],
      });
    }
    expect(await run(shorter, '--dry-run', '--allow-removals')).toBe(0);
    expect(out).toEqual([
      'Would be removed or rewritten:',
      `  ${line}`,
      'The catalogue has no faults. Nothing was imported.',
    ]);
    expect(await database.checksums()).toEqual(before);
    out = [];
    expect(await run(shorter, '--allow-removals')).toBe(0);
    expect(out.slice(0, 2)).toEqual(['Removed or rewritten:', `  ${line}`]);
    expect(out).toContain('plans: 0 created, 1 updated, 0 unchanged');
  });

  it('adds no key to an existing organization without --allow-keys, and names both flags if both are needed', async () => {
    const catalogue = catalogueOf(fanclubWith({ trusted_domains: ['https://a.example'] }));
    await run(await file(catalogue));
    const [organization] = catalogue.organizations as JsonObject[];
    organization.api_keys = ['org-key', 'planted'];
    expect(await run(await file(catalogue))).toBe(1);
    expect(logged).toEqual([
      'organizations[0].api_keys[1]: is a new key of an organization that exists',
      'Nothing was imported: the file gives existing organizations or fan clubs new keys or trusted domains, as listed above. To allow this, add --allow-keys.',
    ]);
    expect(await database.value('SELECT count(*) FROM organization_api_keys')).toBe(1);
    organization.fanclubs = [fanclubWith({ trusted_domains: [] })];
    expect(await run(await file(catalogue), '--allow-keys')).toBe(1);
    expect(await run(await file(catalogue))).toBe(1);
    expect(logged.at(-1)).toMatch(/ add --allow-removals --allow-keys\.$/);
    expect(await run(await file(catalogue), '--allow-keys', '--allow-removals')).toBe(0);
    expect(out).toContain('New keys and trusted domains:');
    expect(await database.value('SELECT count(*) FROM organization_api_keys')).toBe(2);
  });

  it('prints the JSON Schema with --schema, without a database', async () => {
    expect(
      await fanclub(['import', '--schema'], {}, { print: (line) => out.push(line), log: () => undefined }),
    ).toBe(0);
    expect(`${out.join('\n')}\n`).toBe(
      await readFile(join(__dirname, '../../docs/reference/catalog.schema.json'), 'utf8'),
    );
  });

  it.each([[[]], [['a.json', 'b.json']], [['--wet-run', 'a.json']], [['--schema', 'a.json']]])(
    'refuses %j',
    async (parameters) => {
      expect(await run(...parameters)).toBe(2);
      expect(logged.join('\n')).toContain('Usage:\n  fanclub import FILE [--dry-run]');
    },
  );
});
