import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImportSummary } from '#platform/catalogue';
import { CATALOGUE } from './catalogue';
import { importCatalogue, type ImportOptions } from './import-catalogue';

const MS_PER_DAY = 86_400_000;

/** The day around which the demo is written: at loading it becomes the present one. */
const ANCHOR = Date.UTC(2026, 0, 1);

/**
 * The catalogue with every instant and every date, except birthdates, moved by whole days (back, if negative). Times of day,
 * and the offsets in which they are written, stay; so does whatever is malformed.
 */
export function shiftCatalogue(value: unknown, days: number): unknown {
  return CATALOGUE.format.shift(value, days);
}

/** Whole days from the demo's anchor to the day, in UTC, of an instant. */
export function daysSinceAnchor(now: Date): number {
  return Math.floor((now.getTime() - ANCHOR) / MS_PER_DAY);
}

/** Where the demo is, whether this runs from the source or from the build. */
function demoFile(folder = __dirname): string {
  const candidate = join(folder, 'demo', 'catalogue.json');
  if (existsSync(candidate) || dirname(folder) === folder) return candidate;
  return demoFile(dirname(folder));
}

/**
 * Loads the demo, moved to the present day, into a database that has no fan club yet. Returns what was loaded, or null when
 * there is a fan club and nothing was done.
 */
export async function seedDemo(options: ImportOptions): Promise<ImportSummary | null> {
  const fanclubs = await options.dataSource.query<object[]>('SELECT FROM fanclubs LIMIT 1');
  if (fanclubs.length > 0) return null;
  const demo: unknown = JSON.parse(await readFile(demoFile(), 'utf8'));
  const present = shiftCatalogue(demo, daysSinceAnchor(options.clock.now())) as object;
  return (await importCatalogue(present, options)).summary;
}
