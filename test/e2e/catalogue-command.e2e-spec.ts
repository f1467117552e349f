import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fanclub } from '../../src/cli/main';
import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, fullCatalogue, type Json } from '../support/catalogues';

const database = catalogueDatabase();

describe('fanclub import', () => {
  let folder: string;
  let out: string[];
  let told: string[];
  let shown: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-command-'));
  });

  beforeEach(() => {
    [out, told, shown] = [[], [], []];
  });

  afterAll(() => rm(folder, { recursive: true }));

  function run(...parameters: string[]): Promise<number> {
    const environment = { DATABASE_URL: database.opened?.url, DATA_DIR: join(folder, 'data') };
    return fanclub(['import', ...parameters], environment, {
      out: (line) => out.push(line),
      tell: (line) => told.push(line),
      progress: (text) => shown.push(text),
    });
  }

  async function file(content: Json): Promise<string> {
    const path = join(folder, 'catalogue.json');
    await writeFile(path, JSON.stringify(content));
    return path;
  }

  it('loads a file, shows its progress and says what it did', async () => {
    expect(await run(await file(fullCatalogue()))).toBe(0);
    expect(out).toContain('plans: 2 created, 0 updated, 0 unchanged');
    expect(shown).toContain('loading 100 %');
    expect(shown.at(-1)).toBe('');
    expect(await database.value('SELECT count(*) FROM customers')).toBe(3);
  });

  it('only checks with --dry-run', async () => {
    expect(await run('--dry-run', await file(fullCatalogue()))).toBe(0);
    expect(out).toEqual(['The catalogue has no faults. Nothing was imported.']);
    expect(await database.checksums()).toEqual({});
  });

  it.each([[['--dry-run']], [[]]])('names each fault with its place, and fails (%j)', async (options) => {
    const path = await file(
      catalogueOf(fanclubWith({ plans: [{ name: 'Gold', price: 1 }, { name: 'Silver' }] })),
    );
    expect(await run(path, ...options)).toBe(1);
    expect(told).toEqual([
      'organizations[0].fanclubs[0].plans[0].price: must be a decimal amount',
      'organizations[0].fanclubs[0].plans[1].price: is missing',
      'Nothing was imported: 2 faults.',
    ]);
    expect(await database.checksums()).toEqual({});
  });

  it('says when the file is not there, or is no JSON', async () => {
    expect(await run(join(folder, 'nowhere.json'))).toBe(1);
    expect(told[0]).toMatch(/^The file cannot be read: ENOENT/);
    expect(await run(folder)).toBe(1);
    expect(told[1]).toMatch(/^The file cannot be read: EISDIR/);
    const path = join(folder, 'broken.json');
    await writeFile(path, '{"version": 1,,}');
    expect(await run(path)).toBe(1);
    expect(told[2]).toMatch(/^The file is not valid JSON: /);
  });

  it('prints the JSON Schema with --schema, without a database', async () => {
    expect(
      await fanclub(['import', '--schema'], {}, { out: (line) => out.push(line), tell: () => undefined }),
    ).toBe(0);
    expect(`${out.join('\n')}\n`).toBe(await readFile(join(__dirname, '../../catalog.schema.json'), 'utf8'));
  });

  it.each([[[]], [['a.json', 'b.json']], [['--wet-run', 'a.json']], [['--schema', 'a.json']]])(
    'does not understand %j',
    async (parameters) => {
      expect(await run(...parameters)).toBe(2);
      expect(told.join('\n')).toContain('Usage: fanclub import FILE [--dry-run]');
    },
  );
});
