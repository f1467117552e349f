import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importCatalogue, type ImportResult } from '../../src/tools/catalogue';
import { IMPORT_LOCK } from '../../src/tools/catalogue/import-catalogue';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { openDataSource } from '../support/data-source';
import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fullCatalogue, fullFanclub, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

describe('an import', () => {
  it('waits for the previous one longer than the lock timeout of statements', async () => {
    const settings = { ...MAINTENANCE, lockTimeout: 200 };
    const url = database.opened?.url ?? '';
    const hasty = await openDataSource(url, settings);
    try {
      const load = (): Promise<ImportResult> =>
        importCatalogue(fullCatalogue(), { ...database.options(), dataSource: hasty });
      let waiting: Promise<ImportResult> | undefined;
      await database.dataSource.transaction(async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
        waiting = load();
        const first = await Promise.race([waiting.then(String, String), sleep(300, 'still waiting')]);
        expect(first).toBe('still waiting');
      });
      expect(await waiting).toMatchObject({ summary: { fanclubs: { created: 1 } } });
    } finally {
      await hasty.destroy();
    }
  });

  it('reads a pipe, which can be read only once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const written = writeFile(pipe, JSON.stringify(fullCatalogue()));
    expect(await database.load(pipe)).toMatchObject({ fanclubs: { created: 1 } });
    await written;
    await rm(folder, { recursive: true });
  });

  it('writes no webhooks, neither for new members nor for changed ones', async () => {
    await database.load(fullCatalogue());
    await database.dataSource.query(
      `INSERT INTO webhook_endpoints (fanclub_id, name, url, types, secret_sealed)
       SELECT id, 'all', 'https://hooks.example', $1, 'sealed' FROM fanclubs`,
      [
        [
          'member.created',
          'member.updated',
          'member.confirmed',
          'membership.began',
          'order.paid',
          'contact.created',
        ],
      ],
    );
    const club = fullFanclub();
    const [ada, ...others] = club.customers as JsonObject[];
    club.customers = [
      { ...ada, first_name: 'Changed' },
      ...others,
      { id: 504, email: 'new@example.com', first_name: 'New' },
    ];
    const { customers } = await database.load(catalogueOf(club));
    expect(customers).toMatchObject({ created: 1, updated: 2 });
    const messages = () => database.dataSource.query<object[]>('SELECT type FROM webhook_messages');
    expect(await messages()).toEqual([]);
    // Any other change writes one.
    await database.dataSource.query("UPDATE customers SET first_name = 'Bo' WHERE id = 504");
    expect(await messages()).toEqual([{ type: 'member.updated' }]);
  });
});
