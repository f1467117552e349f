import type { Readable } from 'node:stream';
import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#libs/clock';
import type { Passwords } from '#libs/password';
import type { Sealer } from '#libs/sealed';
import { CatalogueFaults, type Format, type Reading } from '#platform/catalogue';
import { violatedUnique } from '#platform/database';
import { Changes, ChangesNotAllowed } from './changes';
import { checkForm, memberPathOf } from './check';
import { type CataloguePart, LONG_LISTS } from './format/catalogue.format';
import { loadContacts } from './load/contacts';
import { loadCustomers } from './load/customers';
import { loadEvents } from './load/events';
import { FanclubParts } from './load/fanclub-parts';
import { loadFanclub } from './load/fanclubs';
import { type ImportSummary, Loading } from './load/loading';
import { loadOffer } from './load/offer';
import { loadOrganizations } from './load/organizations';
import { loadPlans } from './load/plans';
import { loadBenefits, loadContests } from './load/publications';
import { batches } from './batches';
import { type CatalogueSource, type Member, sourceOf } from './source';

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

/** The advisory lock by which imports take turns; any number of our own. */
export const IMPORT_LOCK = 7_226_548_202;

/**
 * Loads a catalogue: the path of a file, a stream of one, or the parsed object. All of it is written, or nothing; what is
 * there already as the file says is not touched, and what the file does not mention stays.
 *
 * @throws CatalogueFaults with up to a hundred faults, ChangesNotAllowed with what the options do not allow; then nothing has
 *   changed.
 */
export async function importCatalogue(
  catalogue: string | Readable | object,
  options: ImportOptions,
): Promise<ImportResult> {
  const { source, close } = await sourceOf(catalogue);
  try {
    return await importFrom(source, options);
  } finally {
    await close();
  }
}

async function importFrom(source: CatalogueSource, options: ImportOptions): Promise<ImportResult> {
  const report = (phase: ImportProgress['phase']) => (): void => {
    const { done, total } = source.progress();
    options.onProgress?.({ phase, fraction: total === 0 ? 1 : done / total });
  };
  const { outline, reading } = await checkForm(source, report('checking'));
  if (reading.faults.full) throw new CatalogueFaults(reading.faults.found);
  const tools = { ...options, now: options.clock.now() };
  const { allowRemovals = false, allowKeys = false, dryRun = false } = options;
  const changes = new Changes({ removal: allowRemovals, key: allowKeys });
  const load = async (tx: EntityManager): Promise<ImportResult> => {
    // Its own limits: the pool may be one that serves requests, and hashing passwords takes its time.
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SET LOCAL lock_timeout = 0'); // A turn may take as long as the import before it.
    await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    const loading = new Loading(tx, tools, reading.faults, reading, changes, !dryRun);
    await loadAll(loading, source, outline, reading, report('loading'));
    if (reading.faults.any) throw new CatalogueFaults(reading.faults.found);
    if (changes.refused.length > 0) throw new ChangesNotAllowed(changes);
    await loading.recordAccess();
    return { summary: loading.summary, changes };
  };
  return options.dataSource.transaction(load).catch(refusedDuplicate);
}

async function loadAll(
  loading: Loading,
  source: CatalogueSource,
  { organizations }: CataloguePart,
  reading: Reading,
  each: () => void,
): Promise<void> {
  if (loading.writing) await loading.moveSequences();
  const clubs = new Map<string, FanclubParts>();
  const savedOrganizations = await loadOrganizations(loading, organizations);
  for (const [o, { fanclubs }] of organizations.entries()) {
    for (const [f, fanclub] of fanclubs.entries()) {
      const path = `organizations[${o}].fanclubs[${f}]`;
      const id = await loadFanclub(loading, savedOrganizations[o], fanclub, path);
      loading.notes(id, { action: 'catalogue.imported' });
      const parts = await FanclubParts.open(loading, id, path);
      await loadOffer(loading, parts, fanclub);
      await loadPlans(loading, parts, fanclub.plans);
      await loadBenefits(loading, parts, fanclub.benefits);
      await loadEvents(loading, parts, fanclub.events);
      await loadContests(loading, parts, fanclub.contests);
      clubs.set(path, parts);
    }
  }
  // Each member is read a second time; what was wrong with its form is known already.
  const silent = reading.again();
  for await (const members of batches(source.pass(silent.faults).members)) {
    const [{ list, organization, fanclub }] = members;
    const parts = clubs.get(`organizations[${organization}].fanclubs[${fanclub}]`);
    if (parts && list === 'customers') {
      await loadCustomers(loading, parts, readMembers(LONG_LISTS.customers, members, silent));
    } else if (parts) {
      await loadContacts(loading, parts, readMembers(LONG_LISTS.contacts, members, silent));
    }
    await loading.keepStatistics();
    each();
    if (reading.faults.full) return;
  }
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

/** The checks look at what is there; only someone who writes at the same moment can make the database refuse after them. */
function refusedDuplicate(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === null) throw error;
  const message = `The database refused a duplicate (${constraint}), written by someone else meanwhile. Try again.`;
  throw new CatalogueFaults([{ path: '', message }]);
}
