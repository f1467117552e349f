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
  LoadContext,
  type ReadContext,
} from '#platform/catalogue';
import { violatedUnique } from '#platform/database';
import { WITHOUT_WEBHOOKS } from '#platform/webhooks';
import { loadFanclub, loadOrganizations } from '#platform/tenants';
import { batches, fanclubPathOf, type Member, memberPathOf } from './batches';
import { CATALOGUE, type Catalogue, type CatalogueFile, type LongList } from './catalogue';
import { checkFormat } from './check';
import { type CatalogueSource, sourceOf } from './source';

export interface ImportProgress {
  /** The whole file is checked before anything is loaded. */
  readonly phase: 'checking' | 'loading';
  /** The progress of this phase, from 0 to 1. */
  readonly fraction: number;
}

export interface ImportOptions {
  /** Should have the settings `MAINTENANCE`, because loading a large file takes longer than the time limits of requests. */
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  readonly clock: Clock;
  /** By default, the catalogue with the parts of all domains. */
  readonly catalogue?: Catalogue;
  /** Checks only; nothing is written. */
  readonly dryRun?: boolean;
  /** Without it, a file that removes something from existing objects, or rewrites past records, is refused. */
  readonly allowRemovals?: boolean;
  /** Without it, a file that gives existing organizations or fan clubs new keys or trusted domains is refused. */
  readonly allowKeys?: boolean;
  /** Runs in the transaction, under the lock of imports, before anything is loaded. Throws an error to refuse the import. */
  readonly precondition?: (tx: EntityManager) => Promise<void>;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** The result of an import, or what a dry run would do. `changes` are removals, rewritten records and new keys. */
export interface ImportResult {
  readonly summary: ImportSummary;
  readonly changes: Changes;
}

/** The advisory lock that makes imports run one after another. Any number is suitable if nothing else uses it. */
export const IMPORT_LOCK = 7_226_548_202;

/**
 * Loads a catalogue, completely or not at all. Rows that equal the file are not written, and rows that the file does not contain
 * stay.
 *
 * @param file its path, a stream, or the parsed object
 * @throws CatalogueFaults with up to a hundred faults; ChangesNotAllowed with the changes that the options do not allow
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
  const { outline, readContext } = await checkFormat(source, report('checking'), catalogue);
  if (readContext.faults.full) throw new CatalogueFaults(readContext.faults.found);
  const tools = { ...options, now: options.clock.now() };
  const { allowRemovals = false, allowKeys = false, dryRun = false } = options;
  const changes = new Changes({ removal: allowRemovals, key: allowKeys });
  const load = async (tx: EntityManager): Promise<ImportResult> => {
    // The pool may have the time limits of requests, and the transaction is idle while passwords are hashed.
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SET LOCAL lock_timeout = 0'); // Another import may run for long.
    await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    await tx.query(WITHOUT_WEBHOOKS);
    await options.precondition?.(tx);
    const loadContext = new LoadContext(tx, tools, readContext.faults, readContext, changes, !dryRun);
    const clubs = await loadOutline(loadContext, catalogue, outline);
    const again = readContext.again();
    const { members } = source.pass(again.faults);
    await loadLists(loadContext, catalogue, clubs, members, again, report('loading'));
    if (readContext.faults.any) throw new CatalogueFaults(readContext.faults.found);
    if (changes.refused.length > 0) throw new ChangesNotAllowed(changes);
    await loadContext.recordEvents();
    return { summary: loadContext.summary, changes };
  };
  return options.dataSource.transaction(load).catch(refusedDuplicate);
}

/** Loads everything except the long lists. Returns the fan clubs by their paths. */
async function loadOutline(
  loadContext: LoadContext,
  { parts, targets }: Catalogue,
  { organizations }: CatalogueFile,
): Promise<ReadonlyMap<string, LoadedClub>> {
  if (loadContext.writing) await loadContext.moveSequences();
  const clubs = new Map<string, LoadedClub>();
  const savedOrganizations = await loadOrganizations(loadContext, organizations);
  for (const [organization, { fanclubs }] of organizations.entries()) {
    for (const [n, fanclub] of fanclubs.entries()) {
      const path = fanclubPathOf({ organization, fanclub: n });
      const id = await loadFanclub(loadContext, savedOrganizations[organization], fanclub, path);
      loadContext.addEvent(id, { action: 'catalogue.imported' });
      const club = await LoadedClub.open(loadContext, targets, { id, path });
      for (const part of parts) await part.load(loadContext, club.seenBy(part), fanclub);
      clubs.set(path, club);
    }
  }
  return clubs;
}

/**
 * Makes the second pass over the file. The first one has reported the faults of the format; `readContext` does not report them
 * again.
 */
async function loadLists(
  loadContext: LoadContext,
  { lists }: Catalogue,
  clubs: ReadonlyMap<string, LoadedClub>,
  allMembers: AsyncIterable<Member[]>,
  readContext: ReadContext,
  each: () => void,
): Promise<void> {
  for await (const members of batches(allMembers)) {
    const [first] = members;
    const club = clubs.get(fanclubPathOf(first));
    const list = lists.get(first.list);
    if (club && list)
      await loadMembers(loadContext, list, club, readMembers(list.format, members, readContext));
    await loadContext.keepStatistics();
    each();
    if (loadContext.faults.full) return;
  }
}

async function loadMembers(
  loadContext: LoadContext,
  { part, memberParts }: LongList,
  club: LoadedClub,
  members: Parameters<ListPart['load']>[2],
): Promise<void> {
  const saved = await part.load(loadContext, club.seenBy(part), members);
  for (const each of memberParts) await each.load(loadContext, club.seenBy(each), saved);
}

function readMembers<T>(
  format: Format<T>,
  members: readonly Member[],
  readContext: ReadContext,
): { part: T; path: string }[] {
  return members.map((member) => {
    const path = memberPathOf(member);
    return { part: format.read(member.value, path, readContext), path };
  });
}

/** Reports a unique violation. After all checks, only a concurrent writer can cause one. */
function refusedDuplicate(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === null) throw error;
  const message = `The database refused a duplicate (${constraint}), written by someone else meanwhile. Try again.`;
  throw new CatalogueFaults([{ path: '', message }]);
}
