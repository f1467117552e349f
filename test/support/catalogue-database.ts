import { text as readAll } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { FixedClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import {
  CatalogueFaults,
  ChangesNotAllowed,
  describeFault,
  type ExportContents,
  type ImportSummary,
} from '../../src/platform/catalogue';
import { exportCatalogue, importCatalogue, type ImportOptions } from '../../src/tools/catalogue';
import { ENCRYPTION_KEY } from '#samples';
import type { Json } from './catalogues';
import { emptyTables } from './empty-tables';
import { type OpenDatabase, openDatabase } from './open-database';

/** The database of a suite that loads catalogues, with the services of an import. */
export class CatalogueDatabase {
  readonly clock = new FixedClock('2026-01-01T12:00:00Z');
  readonly passwords = new Passwords();
  readonly sealer = new Sealer([ENCRYPTION_KEY]);
  opened: OpenDatabase | undefined;

  get dataSource(): DataSource {
    if (!this.opened) throw new Error('The database is opened before the first test.');
    return this.opened.dataSource;
  }

  options(): ImportOptions {
    const { dataSource, sealer, passwords, clock } = this;
    return { dataSource, sealer, passwords, clock };
  }

  /** Imports like the command, each time a minute later, so that `updated_at` reveals unnecessary writes. */
  async load(catalogue: Json | string, options: Partial<ImportOptions> = {}): Promise<ImportSummary> {
    this.clock.advance(60);
    return (await importCatalogue(catalogue as string | object, { ...this.options(), ...options })).summary;
  }

  /** The faults of a refused catalogue, one line each; empty if it is accepted. */
  async refusals(catalogue: Json | string, options: Partial<ImportOptions> = {}): Promise<string[]> {
    try {
      await this.load(catalogue, options);
      return [];
    } catch (error) {
      if (error instanceof CatalogueFaults) return error.faults.map(describeFault);
      throw error;
    }
  }

  /** The paths of the changes that a catalogue needs permission for; empty if it was loaded. */
  async disallowed(catalogue: Json | string, options: Partial<ImportOptions> = {}): Promise<string[]> {
    try {
      await this.load(catalogue, options);
      return [];
    } catch (error) {
      if (!(error instanceof ChangesNotAllowed)) throw error;
      return error.message.split('\n').map((line) => line.replace(/: .*/, ''));
    }
  }

  /** The exported file of a fan club; by default, with everything. Throws CatalogueFaults if an import would refuse it. */
  async exported(key: string, contents: Partial<ExportContents> = {}): Promise<string> {
    const { dataSource, sealer, clock } = this;
    const options = { dataSource, sealer, clock, secrets: true, ids: true, ...contents };
    const { text, faults } = exportCatalogue(key, options);
    const file = await readAll(text);
    if (faults.any) throw new CatalogueFaults(faults.found);
    return file;
  }

  /**
   * A checksum of the rows of each table that is not empty, including columns like `updated_at`. The audit is excluded, because it records
   * each import.
   */
  async checksums(): Promise<Record<string, string>> {
    const sums: Record<string, string> = {};
    for (const { tableName } of this.dataSource.entityMetadatas) {
      if (tableName === 'security_events') continue;
      const [{ count, sum }] = await this.dataSource.query<{ count: number; sum: string }[]>(
        `SELECT count(*), md5(string_agg(md5(t::text), '' ORDER BY t::text)) AS sum FROM "${tableName}" t`,
      );
      if (count > 0) sums[tableName] = `${count} ${sum}`;
    }
    return sums;
  }

  rows(sql: string): Promise<unknown[]> {
    return this.dataSource.query<unknown[]>(sql);
  }

  /** The only value of the only row. */
  async value(sql: string): Promise<unknown> {
    const [row] = await this.dataSource.query<Record<string, unknown>[]>(sql);
    return Object.values(row)[0];
  }
}

/** Creates the suite's own database, which is empty before each test. Call it at the top of a suite. */
export function catalogueDatabase(): CatalogueDatabase {
  const database = new CatalogueDatabase();
  beforeAll(async () => {
    database.opened = await openDatabase();
  });
  beforeEach(() => emptyTables(database.dataSource));
  afterAll(() => database.opened?.close());
  return database;
}
