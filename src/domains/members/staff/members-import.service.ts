import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { CsvRow } from '#libs/csv';
import type { CsvUpload } from '#platform/http';
import {
  type ClubChange,
  type CsvChangeOfReport,
  type CsvFindings,
  CsvImportsService,
  differences,
  SHOWN_CHANGES,
  type StaffAnswer,
  type StaffViewer,
} from '#platform/staff';
import { AccountImportsService, type StoredAccount } from '#domains/accounts';
import {
  fieldsOfStored,
  IMPORTED_HEADINGS,
  type MemberOfRow,
  memberOfRow,
  memberRow,
  type MemberRowOfFile,
} from './member-row.rules';

/** Rows that are read, compared and written together. The rows of a file are never all in memory. */
const BATCH = 500;
/** The maximum number of rows in a file, which bounds the memory for results. */
const MAX_ROWS = 100_000;
/** The number of rows with faults after which the rest of a file is not checked. */
const MAX_FAULTY = 1_000;
class Found {
  readonly counts = { new: 0, changed: 0, unchanged: 0 };
  /** Only of rows with faults. */
  readonly faulty: CsvRow[] = [];
  /** Of the first changed rows. */
  readonly changes: CsvChangeOfReport[] = [];
  /** The members and the new addresses of the rows so far. */
  readonly ids = new Set<number>();
  readonly emails = new Set<string>();
  readonly usernames = new Set<string>();
  /** User names that earlier rows replaced, in lower case. */
  readonly freed = new Set<string>();
}

/** A row with its member; null: a new one. */
interface Settled {
  readonly row: MemberRowOfFile;
  readonly stored: StoredAccount | null;
  readonly after: MemberOfRow;
}

/** Adds and changes members by a file: all of it, or nothing if there is a fault. */
@Injectable()
export class MembersImportService {
  constructor(
    private readonly imports: CsvImportsService,
    private readonly accounts: AccountImportsService,
    private readonly clock: Clock,
  ) {}

  /** Imports a file, or reports what it would do. @throws BodyRefused (413) */
  import(viewer: StaffViewer, upload: CsvUpload, dryRun: boolean): Promise<StaffAnswer> {
    return this.imports.run(viewer, upload, dryRun, {
      columns: { headings: IMPORTED_HEADINGS, maxRows: MAX_ROWS },
      audit: { action: 'members.imported', subject: { type: 'member', id: null } },
      load: (change, rows) => this.load(change, rows, dryRun),
    });
  }

  private async load(change: ClubChange, rows: AsyncIterable<CsvRow>, dryRun: boolean): Promise<CsvFindings> {
    const found = new Found();
    for await (const batch of batchesOf(rows)) {
      await this.loadSome(change, batch, found, dryRun);
      if (found.faulty.length >= MAX_FAULTY) break;
    }
    const { counts, faulty, changes } = found;
    // After a fault not all rows were compared, so what would have changed is not known.
    return { counts: faulty.length > 0 ? null : counts, faulty, changes };
  }

  /** Compares rows with the members, and writes them unless there was a fault. */
  private async loadSome(
    change: ClubChange,
    rows: readonly MemberRowOfFile[],
    found: Found,
    dryRun: boolean,
  ): Promise<void> {
    const settled = await this.settle(change, rows, found);
    await this.refuseTaken(change, settled, found);
    const faulty = rows.filter(({ faults }) => faults.length > 0);
    found.faulty.push(...faulty);
    if (found.faulty.length > 0) return;
    const added = settled.filter(({ stored }) => stored === null);
    const changed = settled.filter(({ stored, after }) => stored !== null && differs(stored, after));
    found.counts.new += added.length;
    found.counts.changed += changed.length;
    for (const { row, stored, after } of changed.slice(0, SHOWN_CHANGES - found.changes.length))
      found.changes.push({ line: row.line, ...changeOf(stored!, after) });
    found.counts.unchanged += settled.length - added.length - changed.length;
    if (dryRun) {
      for (const { stored } of changed) if (stored?.username) found.freed.add(stored.username.toLowerCase());
      return;
    }
    // Later rows find the members that these rows add.
    for (const id of await this.write(change, added, changed)) found.ids.add(id);
  }

  /** Finds the member of each row, and the changes of the member. */
  private async settle(
    change: ClubChange,
    rows: readonly MemberRowOfFile[],
    found: Found,
  ): Promise<Settled[]> {
    const ids = rows.flatMap(({ id }) => id ?? []);
    const emails = rows.flatMap(({ id, email }) => (id === null ? (email ?? []) : []));
    const stored = await this.accounts.hold(change.statements, change.fanclubId, ids, emails);
    const byId = new Map(stored.map((one) => [one.id, one]));
    const byEmail = new Map(stored.map((one) => [one.email?.toLowerCase(), one]));
    const now = this.clock.now();
    return rows.flatMap((row): Settled[] => {
      const { line, id, email, faults } = row;
      if (id === null && email === null) return [];
      const member = (id === null ? byEmail.get(email?.toLowerCase()) : byId.get(id)) ?? null;
      const report = (column: string, detail: string): Settled[] => {
        faults.push({ line, column, detail });
        return [];
      };
      if (id !== null && !member) return report('id', 'is not the id of a member of this fan club');
      const twice = member ? isAgain(found.ids, member.id) : isAgain(found.emails, email!.toLowerCase());
      if (twice) return report(id === null ? 'email' : 'id', 'belongs to the member of an earlier row');
      return [{ row, stored: member, after: memberOfRow(row, member, now) }];
    });
  }

  /** Adds faults to rows with names that belong to others. */
  private async refuseTaken(change: ClubChange, settled: readonly Settled[], found: Found): Promise<void> {
    const rows = new Map(settled.map(({ row }) => [row.line, row]));
    const refuse = (line: number, column: string): void =>
      void rows.get(line)!.faults.push({ line, column, detail: 'belongs to another member' });
    const wanted = settled.flatMap(({ row: { line }, stored, after }) => {
      const email = stored ? null : after.email;
      const username = after.username === stored?.username ? null : after.username;
      if (username !== null && isAgain(found.usernames, username.toLowerCase())) refuse(line, 'username');
      return email === null && username === null ? [] : [{ line, id: stored?.id ?? null, email, username }];
    });
    if (wanted.length === 0) return;
    for (const one of await this.accounts.taken(change.statements, change.fanclubId, wanted)) {
      if (one.emailTaken) refuse(one.line, 'email');
      // A dry run writes nothing, so names that earlier rows replaced still look taken.
      const isFree = found.freed.has(
        wanted.find(({ line }) => line === one.line)?.username?.toLowerCase() ?? '',
      );
      if (one.usernameTaken && !isFree) refuse(one.line, 'username');
    }
  }

  /** @returns the ids of the members that were added */
  private async write(
    change: ClubChange,
    added: readonly Settled[],
    changed: readonly Settled[],
  ): Promise<readonly number[]> {
    const { statements, fanclubId } = change;
    const subject = (id: number) => ({ subject: { type: 'member', id }, customerId: id }) as const;
    const news = added.map(({ after }) => ({ ...after, email: after.email! }));
    const ids = news.length > 0 ? await this.accounts.add(statements, fanclubId, news) : [];
    for (const id of ids) change.audit({ action: 'member.created', ...subject(id) });
    if (changed.length === 0) return ids;
    const accounts = changed.map(({ stored, after }) => ({ ...after, id: stored!.id }));
    await this.accounts.change(statements, fanclubId, accounts);
    for (const { stored, after } of changed)
      change.audit({ action: 'member.changed', ...subject(stored!.id), ...changeOf(stored!, after) });
    return ids;
  }
}

const changeOf = (
  stored: StoredAccount,
  { confirmed_at: _, ...after }: MemberOfRow,
): ReturnType<typeof differences> => differences({ ...fieldsOfStored(stored) }, after);

const differs = (stored: StoredAccount, after: MemberOfRow): boolean =>
  Object.keys(changeOf(stored, after).after).length > 0;

/** Adds a value to the set. Returns whether the set had it before. */
function isAgain<T>(values: Set<T>, value: T): boolean {
  if (values.has(value)) return true;
  values.add(value);
  return false;
}

async function* batchesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<MemberRowOfFile[]> {
  let batch: MemberRowOfFile[] = [];
  for await (const { line, cells, faults } of rows) {
    batch.push(memberRow(line, cells, faults));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
