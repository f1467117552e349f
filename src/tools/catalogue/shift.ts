import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { ImportSummary } from '#platform/catalogue';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { CATALOGUE } from './catalogue';
import { importCatalogue, type ImportOptions } from './import-catalogue';

const MS_PER_DAY = 86_400_000;

/** The date that counts as today in the demo's file. */
const ANCHOR = Date.UTC(2026, 0, 1);

/**
 * Moves every instant and date of a catalogue, except birthdates, by whole days. A negative number moves them back. Times of day,
 * offsets and malformed values stay.
 */
export function shiftCatalogue(value: unknown, days: number): unknown {
  return CATALOGUE.format.shift(value, days);
}

/** The number of whole days in UTC from the day that counts as today in the demo's file to an instant's day. */
export function daysSinceAnchor(now: Date): number {
  return Math.floor((now.getTime() - ANCHOR) / MS_PER_DAY);
}

/** The path of the demo's file, which differs between the source and the build. */
function demoFile(folder = __dirname): string {
  const candidate = join(folder, 'demo', 'catalogue.json');
  if (existsSync(candidate) || dirname(folder) === folder) return candidate;
  return demoFile(dirname(folder));
}

export async function hasNoFanclub(db: DataSource): Promise<boolean> {
  return !(await db.getRepository(Fanclub).exists());
}

/** Loads the demo, moved to today, into a database without fan clubs. If there is a fan club, loads nothing and returns null. */
export async function seedDemo(options: ImportOptions): Promise<ImportSummary | null> {
  if (!(await hasNoFanclub(options.dataSource))) return null;
  const demo: unknown = JSON.parse(await readFile(demoFile(), 'utf8'));
  const present = shiftCatalogue(demo, daysSinceAnchor(options.clock.now())) as object;
  return (await importCatalogue(present, options)).summary;
}
