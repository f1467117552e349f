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
import { fullCatalogue } from '../support/catalogues';

const database = catalogueDatabase();

describe('an import', () => {
  it('waits for the previous one longer than the lock timeout of statements', async () => {
    const settings = { ...MAINTENANCE, lockTimeout: 50 };
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
});
