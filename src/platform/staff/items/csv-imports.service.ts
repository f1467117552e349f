import { Injectable } from '@nestjs/common';
import { buffer, text } from 'node:stream/consumers';
import { type CsvColumns, type CsvFault, CsvRefused, type CsvRow, errorFile, readCsv } from '#libs/csv';
import type { Problem } from '#libs/problem';
import type { CsvUpload } from '#platform/http';
import type { AuditEntry } from '../audit/staff-audits';
import { WITHOUT_WEBHOOKS } from '#platform/webhooks';
import { StaffAnswer } from '../staff-answers.interceptor';
import type { CsvChangeOfReport, CsvReport } from './dto/csv-report.answer';
import type { StaffViewer } from '../staff-viewer';
import { type ClubChange, StaffWorkService } from '../staff-work.service';

/** Bytes that are parsed at once, so that other requests are served in between. */
const PIECE = 64 * 1024;

/** Rows by what an import does with them. */
export interface CsvCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
}

const NONE: CsvCounts = { new: 0, changed: 0, unchanged: 0 };

/** The most changed rows that a report shows. */
export const SHOWN_CHANGES = 100;

/** What came of the rows of a file. */
export interface CsvFindings {
  /** Null: not known, because rows with faults were not compared. */
  readonly counts: CsvCounts | null;
  /** The rows with faults, in the order of the file. */
  readonly faulty: readonly CsvRow[];
  /** Rows that change something, in the order of the file. Absent: the import only adds. */
  readonly changes?: readonly CsvChangeOfReport[];
}

/** A kind of file that staff import. */
export interface CsvImport {
  readonly columns: CsvColumns;
  /** How the record names an import. The counts are added. */
  readonly audit: Pick<AuditEntry, 'action' | 'subject'>;
  /** Loads the rows in a transaction, which is rolled back if there are faults, and in a dry run. May be called again after a conflict. */
  readonly load: (change: ClubChange, rows: AsyncIterable<CsvRow>) => Promise<CsvFindings>;
  /** Its rows are what happens now, such as parcels that are sent, so webhooks report them. */
  readonly isNews?: true;
  /** The answer to a file that cannot be read. Absent: a report with this fault alone. */
  readonly unreadable?: (fault: CsvFault) => Problem;
}

export type { CsvChangeOfReport };

/** Ends the transaction of an import that changes nothing. */
class RolledBack extends Error {
  constructor(readonly report: CsvReport) {
    super('rolled back');
  }
}

/** Imports CSV files: the whole of a file, or nothing if there is a fault. */
@Injectable()
export class CsvImportsService {
  constructor(private readonly work: StaffWorkService) {}

  /**
   * Imports a file, or only reports what it would do.
   * @returns 422 if faults prevented it, 200 also for a dry run with faults
   * @throws BodyRefused (413); what `unreadable` returns
   */
  async run(
    viewer: StaffViewer,
    upload: CsvUpload,
    dryRun: boolean,
    { columns, audit, load, unreadable, isNews }: CsvImport,
  ): Promise<StaffAnswer> {
    // The bytes are at most 20 MB. They are read before the transaction begins, which a slow client must not keep open.
    const file = await buffer(upload);
    const imported = this.work.change(viewer, async (change) => {
      // eslint-disable-next-line no-restricted-syntax -- a setting of the transaction, without parameters and rows
      if (!isNews) await change.manager.query(WITHOUT_WEBHOOKS);
      const { headings, ignored, rows } = await readCsv(piecesOf(file), columns);
      const { counts, faulty, changes = [] } = await load(change, rows);
      const known = counts ?? NONE;
      if (faulty.length > 0)
        throw new RolledBack({ ...known, ignored, changes: [], ...(await faultsOf(headings, faulty)) });
      const report = { ...known, ignored, changes: changes.slice(0, SHOWN_CHANGES), faults: [] };
      if (dryRun) throw new RolledBack(report);
      change.audit({ ...audit, after: { ...known } });
      return report;
    });
    const report = await imported.catch((error: unknown): CsvReport => {
      if (error instanceof RolledBack) return error.report;
      if (!(error instanceof CsvRefused)) throw error;
      if (unreadable) throw unreadable(error.fault);
      return { ...NONE, ignored: [], changes: [], faults: [error.fault] };
    });
    return new StaffAnswer(report, { status: report.faults.length > 0 && !dryRun ? 422 : 200 });
  }
}

async function faultsOf(
  headings: readonly string[],
  faulty: readonly CsvRow[],
): Promise<Pick<CsvReport, 'faults' | 'error_file'>> {
  return {
    faults: faulty.flatMap(({ faults }) => faults),
    error_file: await text(errorFile(headings, faulty)),
  };
}

async function* piecesOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += PIECE) {
    yield await Promise.resolve(file.subarray(start, start + PIECE));
  }
}
