import type { DataSource } from 'typeorm';
import { FixedClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { CatalogueFaults, describeFault } from '../../src/catalogue/faults';
import { importCatalogue, type ImportOptions } from '../../src/catalogue/import-catalogue';
import type { ImportSummary } from '../../src/catalogue/load/loading';
import { ENCRYPTION_KEY } from '../factories/login-provider.factory';
import type { Json } from './catalogues';

export const clock = new FixedClock('2026-01-01T12:00:00Z');
export const passwords = new Passwords();
export const sealer = new Sealer([ENCRYPTION_KEY]);

/** Imports as the command does; each time a minute later than before, so that a row written needlessly shows. */
export function load(
  dataSource: DataSource,
  catalogue: Json | string,
  options: Partial<ImportOptions> = {},
): Promise<ImportSummary> {
  clock.advance(60);
  return importCatalogue(catalogue as string | object, { dataSource, sealer, passwords, clock, ...options });
}

/** The faults for which a catalogue is refused, one line each; none when it is not. */
export async function refusals(
  dataSource: DataSource,
  catalogue: Json | string,
  options: Partial<ImportOptions> = {},
): Promise<string[]> {
  try {
    await load(dataSource, catalogue, options);
    return [];
  } catch (error) {
    if (error instanceof CatalogueFaults) return error.faults.map(describeFault);
    throw error;
  }
}

/** A checksum of the rows of each table that has any, columns like `updated_at` included. */
export async function checksums(dataSource: DataSource): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const { tableName } of dataSource.entityMetadatas) {
    const [{ count, sum }] = await dataSource.query<{ count: number; sum: string }[]>(
      `SELECT count(*), md5(string_agg(md5(t::text), '' ORDER BY t::text)) AS sum FROM "${tableName}" t`,
    );
    if (count > 0) sums[tableName] = `${count} ${sum}`;
  }
  return sums;
}
