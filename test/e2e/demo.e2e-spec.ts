import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FixedClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { importCatalogue, type ImportOptions } from '../../src/tools/catalogue/import-catalogue';
import { daysSinceAnchor, seedDemo, shiftCatalogue } from '../../src/tools/catalogue/shift';
import { DEMO_CLAIMS } from '../support/demo-claims';
import { type OpenDatabase, openDatabase } from '../support/open-database';

const FOLDER = join(__dirname, '../../demo');
const text = readFileSync(join(FOLDER, 'catalogue.json'), 'utf8');
const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');

describe('the demo catalogue', () => {
  it('names only hosts and mailboxes that do not exist', () => {
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([^/":]+)/g)].map(([, host = '']) => host);
    expect(hosts.length).toBeGreaterThan(50);
    expect(hosts.filter((host) => !/(^|\.)(example|test|localhost)$|^127\.0\.0\.1$/.test(host))).toEqual([]);
  });

  it('has few enough passwords to hash for a quick first start', () => {
    const passwords = text.match(/"password":/g) ?? [];
    expect(passwords.length).toBeGreaterThan(10);
    expect(passwords.length).toBeLessThanOrEqual(20);
  });

  it('has every key, password and mailbox of its README, and no other mailbox', () => {
    const told = [...readme.matchAll(/`(demo-[\w-]+|[\w.]+@[\w.]+)`/g)].map(([, name = '']) => name);
    const passwords = [...text.matchAll(/"password": "([^"]*)"/g)].map(([, password = '']) => password);
    const mailboxes = [...text.matchAll(/"email": "([^"]*)"/g)].map(([, email = '']) => email);
    expect(told.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
    expect(passwords.filter((password) => !readme.includes(`\`${password}\``))).toEqual([]);
    expect(mailboxes.filter((email) => !told.includes(email))).toEqual([]);
  });
});

describe('the loaded demo', () => {
  const DAY = '2026-06-15';
  const passwords = new Passwords();
  let database: OpenDatabase;
  let options: ImportOptions;

  beforeAll(async () => {
    database = await openDatabase();
    const clock = new FixedClock(`${DAY}T09:30:00Z`);
    options = {
      dataSource: database.dataSource,
      sealer: new Sealer([Buffer.alloc(32, 1)]),
      passwords,
      clock,
    };
    await seedDemo(options);
  });

  afterAll(() => database.close());

  /** A checksum of each table's rows, except the audit, which records each import. */
  async function checksums(): Promise<Record<string, string>> {
    const sums: Record<string, string> = {};
    for (const { tableName } of database.dataSource.entityMetadatas) {
      if (tableName === 'security_events') continue;
      const [{ sum }] = await database.dataSource.query<[{ sum: string }]>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum FROM "${tableName}" t`,
      );
      sums[tableName] = sum;
    }
    return sums;
  }

  // The demo looks the same all day, regardless of the hour at which it was loaded.
  it.each(DEMO_CLAIMS.map(({ shows, sql }) => [shows, sql]))('shows %s', async (_, sql) => {
    for (const time of ['00:00:00', '12:00:00', '23:59:59']) {
      const now = `'${DAY}T${time}Z'::timestamptz`;
      const found = await database.dataSource.query<object[]>(sql.replaceAll(':now', now));
      expect({ time, found: found.length > 0 }).toEqual({ time, found: true });
    }
  });

  it('does not change when it is loaded a second time', async () => {
    const before = await checksums();
    const demo = shiftCatalogue(JSON.parse(text), daysSinceAnchor(options.clock.now()));
    const later = new FixedClock(`${DAY}T21:00:00Z`);
    const { summary } = await importCatalogue(demo as object, { ...options, clock: later });
    expect(await checksums()).toEqual(before);
    const changes = Object.values(summary).map(
      ({ created, updated, removed }) => created + updated + removed,
    );
    expect(new Set(changes)).toEqual(new Set([0]));
  });

  it('is not loaded into a database with a fan club', async () => {
    await expect(seedDemo(options)).resolves.toBeNull();
  });

  it('accepts the passwords of its README, each in its own fan club only', async () => {
    const hashes = await database.dataSource.query<{ passwordHash: string }[]>(
      `SELECT password_hash AS "passwordHash" FROM customers WHERE email = 'nova@starmail.example' ORDER BY fanclub_id`,
    );
    const accepted = hashes.map(({ passwordHash }) =>
      Promise.all(
        ['shooting star', 'feather light'].map((password) =>
          passwords.verify(password, passwordHash, 'test'),
        ),
      ),
    );
    expect(await Promise.all(accepted)).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
