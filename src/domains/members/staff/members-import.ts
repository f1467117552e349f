import { Injectable } from '@nestjs/common';
import { buffer, text } from 'node:stream/consumers';
import { Clock } from '#libs/clock';
import { type Cells, type CsvFault, CsvRefused, errorFile, readCsv } from '#libs/csv';
import type { CsvUpload } from '#platform/http';
import {
  type ClubChange,
  type CsvReport,
  differences,
  reported,
  type StaffAnswer,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { AccountImports, type StoredAccount } from '#domains/accounts';
import {
  fieldsOfStored,
  type MemberOfRow,
  memberOfRow,
  memberRow,
  type MemberRowOfFile,
} from './member-row.rules';
import { MEMBER_HEADINGS } from './members-export';

/** Rows that are read, compared and written together; the file is never in memory as rows as a whole. */
const BATCH = 500;
/** The maximum of rows in a file, which bounds the memory for what it has found. */
const MAX_ROWS = 100_000;
/** The number of rows with faults after which the rest of a file is not looked at. */
const MAX_FAULTY = 1_000;
/** Bytes that are parsed at once, so that other requests are served in between. */
const PIECE = 64 * 1024;

/** Ends the transaction of an import that writes nothing. */
class NothingImported extends Error {}

/** What an import has found so far. */
class Found {
  readonly counts = { new: 0, changed: 0, unchanged: 0 };
  /** Of rows with faults; others are not kept. */
  readonly faulty: { line: number; cells: Cells; faults: readonly CsvFault[] }[] = [];
  /** The members and the new addresses of the rows so far. */
  readonly ids = new Set<number>();
  readonly emails = new Set<string>();
  readonly usernames = new Set<string>();
  /** Those that earlier rows took from their members, in small letters. */
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
export class MembersImport {
  constructor(
    private readonly work: StaffWork,
    private readonly accounts: AccountImports,
    private readonly clock: Clock,
  ) {}

  /** Imports a file, or reports what it would do. @throws BodyRefused (413) */
  async import(viewer: StaffViewer, upload: CsvUpload, dryRun: boolean): Promise<StaffAnswer> {
    // The bytes are at most 20 MB. They are read before the transaction begins, which a slow client must not keep open.
    const file = await buffer(upload);
    try {
      return reported(await this.load(viewer, file, dryRun), dryRun);
    } catch (error) {
      if (!(error instanceof CsvRefused)) throw error;
      return reported({ new: 0, changed: 0, unchanged: 0, faults: [error.fault] }, dryRun);
    }
  }

  private async load(viewer: StaffViewer, file: Buffer, dryRun: boolean): Promise<CsvReport> {
    let headings: readonly string[] = [];
    let found = new Found();
    await this.work
      .change(viewer, async (change) => {
        found = new Found();
        const { headings: written, rows } = await readCsv(piecesOf(file), {
          headings: MEMBER_HEADINGS,
          maxRows: MAX_ROWS,
        });
        headings = written;
        for await (const batch of batchesOf(rows)) {
          await this.loadSome(change, batch, found, dryRun);
          if (found.faulty.length >= MAX_FAULTY) break;
        }
        if (dryRun || found.faulty.length > 0) throw new NothingImported();
        const after = found.counts;
        change.audit({ action: 'members.imported', subject: { type: 'member', id: null }, after });
      })
      .catch((error: unknown) => {
        if (!(error instanceof NothingImported)) throw error;
      });
    const { counts, faulty } = found;
    if (faulty.length === 0) return { ...counts, faults: [] };
    // After a fault not all rows were compared, so what would have changed is not known.
    return {
      new: 0,
      changed: 0,
      unchanged: 0,
      faults: faulty.flatMap(({ faults }) => faults),
      error_file: await text(errorFile(headings, faulty)),
    };
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
    found.counts.unchanged += settled.length - added.length - changed.length;
    if (dryRun) {
      for (const { stored } of changed) if (stored?.username) found.freed.add(stored.username.toLowerCase());
      return;
    }
    // Later rows find the members that these rows add.
    for (const id of await this.write(change, added, changed)) found.ids.add(id);
  }

  /** Finds the member of each row, and what the row makes of the member. */
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
      // Nothing is written in a dry run, so names that earlier rows gave up still look taken.
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
    const subject = (id: number) => ({ subject: { type: 'member', id }, customerId: id });
    const news = added.map(({ after }) => ({ ...after, email: after.email! }));
    const ids = news.length > 0 ? await this.accounts.add(statements, fanclubId, news) : [];
    // Without their fields, which are in the row of the member.
    for (const id of ids) change.audit({ action: 'member.created', ...subject(id) });
    if (changed.length === 0) return ids;
    const accounts = changed.map(({ stored, after }) => ({ ...after, id: stored!.id }));
    await this.accounts.change(statements, fanclubId, accounts);
    for (const { stored, after } of changed) {
      const { confirmed_at: _, ...fields } = after;
      const facts = differences({ ...fieldsOfStored(stored!) }, fields);
      change.audit({ action: 'member.changed', ...subject(stored!.id), ...facts });
    }
    return ids;
  }
}

function differs(stored: StoredAccount, { confirmed_at: _, ...after }: MemberOfRow): boolean {
  return Object.keys(differences({ ...fieldsOfStored(stored) }, after).after).length > 0;
}

/** Whether the set had the value before; now it has it. */
function isAgain<T>(values: Set<T>, value: T): boolean {
  if (values.has(value)) return true;
  values.add(value);
  return false;
}

async function* piecesOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += PIECE) {
    yield await Promise.resolve(file.subarray(start, start + PIECE));
  }
}

async function* batchesOf(
  rows: AsyncIterable<{ line: number; cells: Cells; faults: readonly CsvFault[] }>,
): AsyncGenerator<MemberRowOfFile[]> {
  let batch: MemberRowOfFile[] = [];
  for await (const { line, cells, faults } of rows) {
    batch.push(memberRow(line, cells, faults));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
