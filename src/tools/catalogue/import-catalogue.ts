import type { Readable } from 'node:stream';
import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#libs/clock';
import type { Passwords } from '#libs/password';
import type { Sealer } from '#libs/sealed';
import {
  CatalogueFaults,
  Changes,
  ChangesNotAllowed,
  type Format,
  type ImportSummary,
  LoadedClub,
  type ListPart,
  Loading,
  type Reading,
} from '#platform/catalogue';
import { violatedUnique } from '#platform/database';
import { loadFanclub, loadOrganizations } from '#platform/tenants';
import { batches } from './batches';
import { CATALOGUE, type Catalogue, type CatalogueFile, type LongList } from './catalogue';
import { checkForm } from './check';
import { fanclubPathOf, type Member, memberPathOf } from './member';
import { type CatalogueSource, sourceOf } from './source';

/** How far an import has come. */
export interface ImportProgress {
  /** First the file is checked as a whole, then loaded. */
  readonly phase: 'checking' | 'loading';
  /** From 0 to 1, of this phase. */
  readonly fraction: number;
}

export interface ImportOptions {
  /** Best one of `MAINTENANCE`: a large file takes longer than the limits on serving requests allow. */
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  readonly clock: Clock;
  /** The format of the file, and what loads it; by default that of all domains. */
  readonly catalogue?: Catalogue;
  /** Only check; nothing is written. */
  readonly dryRun?: boolean;
  /** Whether existing objects may lose something, and records of the past be rewritten; otherwise such a file is refused. */
  readonly allowRemovals?: boolean;
  /** Whether existing organizations and fan clubs may get new keys and trusted domains; otherwise such a file is refused. */
  readonly allowKeys?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** What an import did; a dry run: what it would have removed, rewritten or let in. */
export interface ImportResult {
  readonly summary: ImportSummary;
  readonly changes: Changes;
}

/** The key of the advisory lock that makes imports run one after another: any number that nothing else uses. */
export const IMPORT_LOCK = 7_226_548_202;

/**
 * Loads a catalogue: the path of a file, a stream of one, or the parsed object. All of it is written, or nothing. Rows that
 * are already as the file says are not touched, and what the file does not mention stays.
 *
 * @throws CatalogueFaults with up to a hundred faults, ChangesNotAllowed with what the options do not allow; then nothing has
 *   changed.
 */
export async function importCatalogue(
  file: string | Readable | object,
  options: ImportOptions,
): Promise<ImportResult> {
  const { catalogue = CATALOGUE } = options;
  const { source, close } = await sourceOf(file, [...catalogue.lists.keys()]);
  try {
    return await importFrom(source, catalogue, options);
  } finally {
    await close();
  }
}

async function importFrom(
  source: CatalogueSource,
  catalogue: Catalogue,
  options: ImportOptions,
): Promise<ImportResult> {
  const report = (phase: ImportProgress['phase']) => (): void => {
    const { done, total } = source.progress();
    options.onProgress?.({ phase, fraction: total === 0 ? 1 : done / total });
  };
  const { outline, reading } = await checkForm(source, report('checking'), catalogue);
  if (reading.faults.full) throw new CatalogueFaults(reading.faults.found);
  const tools = { ...options, now: options.clock.now() };
  const { allowRemovals = false, allowKeys = false, dryRun = false } = options;
  const changes = new Changes({ removal: allowRemovals, key: allowKeys });
  const load = async (tx: EntityManager): Promise<ImportResult> => {
    // Its own limits: the pool may be one that serves requests, and hashing passwords takes its time.
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SET LOCAL lock_timeout = 0'); // Another import may take long.
    await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    const loading = new Loading(tx, tools, reading.faults, reading, changes, !dryRun);
    const clubs = await loadOutline(loading, catalogue, outline);
    await loadLists(loading, catalogue, clubs, { source, reading: reading.again(), each: report('loading') });
    if (reading.faults.any) throw new CatalogueFaults(reading.faults.found);
    if (changes.refused.length > 0) throw new ChangesNotAllowed(changes);
    await loading.recordAccess();
    return { summary: loading.summary, changes };
  };
  return options.dataSource.transaction(load).catch(refusedDuplicate);
}

/** Loads everything but the long lists. Returns the fan clubs by their paths. */
async function loadOutline(
  loading: Loading,
  { parts, targets }: Catalogue,
  { organizations }: CatalogueFile,
): Promise<ReadonlyMap<string, LoadedClub>> {
  if (loading.writing) await loading.moveSequences();
  const clubs = new Map<string, LoadedClub>();
  const savedOrganizations = await loadOrganizations(loading, organizations);
  for (const [organization, { fanclubs }] of organizations.entries()) {
    for (const [n, fanclub] of fanclubs.entries()) {
      const path = fanclubPathOf({ organization, fanclub: n });
      const id = await loadFanclub(loading, savedOrganizations[organization], fanclub, path);
      loading.notes(id, { action: 'catalogue.imported' });
      const club = await LoadedClub.open(loading, targets, { id, path });
      for (const part of parts) await part.load(loading, club.seenBy(part), fanclub);
      clubs.set(path, club);
    }
  }
  return clubs;
}

/** How the long lists are read a second time: `reading` stays silent, as the faults of their form are known already. */
interface SecondPass {
  readonly source: CatalogueSource;
  readonly reading: Reading;
  readonly each: () => void;
}

async function loadLists(
  loading: Loading,
  { lists }: Catalogue,
  clubs: ReadonlyMap<string, LoadedClub>,
  { source, reading, each }: SecondPass,
): Promise<void> {
  for await (const members of batches(source.pass(reading.faults).members)) {
    const [first] = members;
    const club = clubs.get(fanclubPathOf(first));
    const list = lists.get(first.list);
    if (club && list) await loadMembers(loading, list, club, readMembers(list.format, members, reading));
    await loading.keepStatistics();
    each();
    if (loading.faults.full) return;
  }
}

async function loadMembers(
  loading: Loading,
  { part, memberParts }: LongList,
  club: LoadedClub,
  members: Parameters<ListPart['load']>[2],
): Promise<void> {
  const saved = await part.load(loading, club.seenBy(part), members);
  for (const each of memberParts) await each.load(loading, club.seenBy(each), saved);
}

function readMembers<T>(
  format: Format<T>,
  members: readonly Member[],
  reading: Reading,
): { part: T; path: string }[] {
  return members.map((member) => {
    const path = memberPathOf(member);
    return { part: format.read(member.value, path, reading), path };
  });
}

/** The checks compare with the database as it is: only a concurrent writer can make it refuse a row after them. */
function refusedDuplicate(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === null) throw error;
  const message = `The database refused a duplicate (${constraint}), written by someone else meanwhile. Try again.`;
  throw new CatalogueFaults([{ path: '', message }]);
}
