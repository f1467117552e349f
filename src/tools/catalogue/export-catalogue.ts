import type { DataSource } from 'typeorm';
import type { Clock } from '#libs/clock';
import type { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand } from '#platform/audit';
import {
  type ExportContents,
  ExportContext,
  ExportRefused,
  type ExportedClub,
  Faults,
  type Format,
  ReadContext,
  ReferringClub,
} from '#platform/catalogue';
import { Sql } from '#platform/database';
import { exportFanclub, exportOrganization, KEY_HOLDER } from '#platform/tenants';
import { CATALOGUE, type Catalogue, type LongList } from './catalogue';

export interface ExportOptions extends ExportContents {
  /** Should have the settings `MAINTENANCE`, because reading a large fan club takes longer than the time limits of requests. */
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** By default, the catalogue with the parts of all domains. */
  readonly catalogue?: Catalogue;
  /** Gets the progress, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** An export that runs while its text is read. */
export interface CatalogueExport {
  /** The file in pieces of bounded size. Throws ExportRefused. */
  readonly text: AsyncGenerator<string, void>;
  /** What an import would refuse, complete after the last piece. The database may have values that the format does not allow. */
  readonly faults: Faults;
}

/** The number of members that are read together. A larger number needs more memory, a smaller one more round trips. */
const BATCH = 500;

const CLUB_PATH = 'organizations[0].fanclubs[0]';

/** Separates the entries of a fan club, and the members of its long lists. */
const [ENTRY, MEMBER] = [10, 12].map((spaces) => `\n${' '.repeat(spaces)}`);

/** Ends a file after the last field of its only fan club. */
const END = '\n        }\n      ]\n    }\n  ]\n}';

/**
 * Writes a fan club as a catalogue that `importCatalogue` reads. All of it is as of one point in time. The same rows give the same
 * text. Members of long lists are read in batches, one on a line, and the next batch only after the previous text was taken.
 *
 * @param key a key that the fan club has or had
 */
export function exportCatalogue(key: string, options: ExportOptions): CatalogueExport {
  const faults = new Faults();
  return { text: textOf(key, options, faults), faults };
}

async function* textOf(key: string, options: ExportOptions, faults: Faults): AsyncGenerator<string, void> {
  const { dataSource, clock, secrets } = options;
  const sql = new Sql(dataSource);
  const holder = await sql.first(KEY_HOLDER, { key });
  if (!holder) throw new ExportRefused('No fan club has or had this key.');
  const reason = secrets ? 'with_secrets' : 'without_secrets';
  await recordByCommand(sql, clock.now(), operatorOf(holder), { action: 'catalogue.exported', reason });
  yield* atOneInstant(options, (context) => fileOf(context, holder, options, faults));
}

async function* atOneInstant(
  { dataSource, sealer, secrets, ids }: ExportOptions,
  work: (context: ExportContext) => AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction('REPEATABLE READ');
    await runner.query('SET TRANSACTION READ ONLY');
    // The transaction is idle while the reader of the text is slow.
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    yield* work(new ExportContext(runner.manager, sealer, { secrets, ids }));
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

async function* fileOf(
  context: ExportContext,
  holder: { readonly id: number; readonly organizationId: number },
  { catalogue = CATALOGUE, onProgress }: ExportOptions,
  faults: Faults,
): AsyncGenerator<string, void> {
  const club = await ReferringClub.open(context, catalogue.targets, holder.id);
  const fields: object[] = [await exportFanclub(context, club.id)];
  for (const part of catalogue.parts) fields.push(await part.export(context, club.seenBy(part)));
  const organization = await exportOrganization(context, holder.organizationId);
  const fanclub: object = Object.assign({}, ...fields) as object;
  const outline = { version: 1, organizations: [{ ...organization, fanclubs: [fanclub] }] };
  const text = JSON.stringify(outline, null, 2);
  check(catalogue.format, JSON.parse(text), '', faults);
  yield text.slice(0, -END.length);

  const total = await memberCount(context, catalogue, club);
  let done = 0;
  for (const [field, list] of catalogue.lists) {
    let count = 0;
    yield `,${ENTRY}${JSON.stringify(field)}: [`;
    for await (const members of membersOf(context, list, club)) {
      const lines = members.written.map((member) => JSON.stringify(member));
      lines.forEach((line, n) =>
        check(list.format, JSON.parse(line), `${CLUB_PATH}.${field}[${count + n}]`, faults),
      );
      yield lines.map((line, n) => `${count + n === 0 ? '' : ','}${MEMBER}${line}`).join('');
      count += lines.length;
      done += members.read;
      onProgress?.(done / total);
    }
    yield count === 0 ? ']' : `${ENTRY}]`;
  }
  yield `${END}\n`;
}

/** Reports what an import would refuse. */
function check(format: Format<unknown>, value: unknown, path: string, faults: Faults): void {
  format.read(value, path, new ReadContext(faults, false));
}

async function memberCount(
  { tx }: ExportContext,
  { lists }: Catalogue,
  { id: fanclubId }: ReferringClub,
): Promise<number> {
  let total = 0;
  for (const { part } of lists.values()) total += await tx.countBy(part.entity, { fanclubId });
  return total;
}

/** The members of a long list in batches, by id. `read` counts those that a file cannot have, too. */
async function* membersOf(
  context: ExportContext,
  { part, memberParts }: LongList,
  club: ReferringClub,
): AsyncGenerator<{ read: number; written: object[] }> {
  const seen: ExportedClub = club.seenBy(part);
  let rows = await context.page(part.entity, club, 0, BATCH);
  while (rows.length > 0) {
    const further: ((id: number) => object)[] = [];
    for (const each of memberParts) further.push(await each.export(context, club.seenBy(each), rows));
    const written = rows.flatMap((row) => {
      const own = part.export(context, seen, row);
      return own === null ? [] : [Object.assign({}, own, ...further.map((of) => of(row.id))) as object];
    });
    yield { read: rows.length, written };
    rows = await context.page(part.entity, club, rows[rows.length - 1].id, BATCH);
  }
}
