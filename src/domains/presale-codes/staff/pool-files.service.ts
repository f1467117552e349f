import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { Clock } from '#libs/clock';
import { type ColumnCell, CsvRefused, readColumn } from '#libs/csv';
import { Problem } from '#libs/problem';
import type { CsvUpload } from '#platform/http';
import {
  type ClubChange,
  type ClubRows,
  PROBLEMS,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { PresalePool } from '../presale-pool.entity';
import type { PoolFileReport } from './dto/pool.answers';
import { ADD_PRESALE_CODES, CODES_TO_MARK, KNOWN_CODES, MARK_USED } from './pool-codes.queries';
import { faultOf, MOST_CODES, partsOf, sortUpload, sortUsed, type SortedFile } from './pool-codes.rules';

/** How many new codes a report shows, so that a wrong column is noticed. */
const SHOWN = 3;

/** The most lines that a report lists. */
const MOST_LINES = 1_000;

/** What is done with the codes of a file. */
interface FileUse {
  /** Compares the file with what the pools have. */
  readonly sorted: (rows: ClubRows) => Promise<SortedFile>;
  /** Keeps other changes away until the file is taken. */
  readonly lock: (change: ClubChange) => Promise<unknown>;
  readonly write: typeof ADD_PRESALE_CODES | typeof MARK_USED;
  readonly action: 'presale_pool.uploaded' | 'presale_pool.used_uploaded';
}

/** The files with codes that staff upload: new ones of a pool, and used ones from the seller. */
@Injectable()
export class PoolFilesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  /** Adds the new codes of a file or of a pasted list, or only says what it would do. @throws Problem (404, 422) */
  async upload(viewer: StaffViewer, pool: number, file: CsvUpload, dryRun: boolean): Promise<PoolFileReport> {
    const cells = await cellsOf(file);
    const codes = usableCodes(cells);
    return this.take(viewer, pool, dryRun, {
      sorted: async ({ statements, fanclubId: fanclub }) =>
        sortUpload(cells, await statements.rows(KNOWN_CODES, { fanclub, pool, codes })),
      // All pools, so that the same code is not added to another one at the same time.
      lock: (change) => change.lockAll(PresalePool),
      write: ADD_PRESALE_CODES,
      action: 'presale_pool.uploaded',
    });
  }

  /** Marks the codes of a file as used, or only says what it would do. @throws Problem (404, 422) */
  async markUsed(
    viewer: StaffViewer,
    pool: number,
    file: CsvUpload,
    dryRun: boolean,
  ): Promise<PoolFileReport> {
    const cells = await cellsOf(file);
    const codes = usableCodes(cells);
    return this.take(viewer, pool, dryRun, {
      sorted: async ({ statements, fanclubId: fanclub }) =>
        sortUsed(cells, await statements.rows(CODES_TO_MARK, { fanclub, pool, codes })),
      lock: (change) => change.lock(PresalePool, pool),
      write: MARK_USED,
      action: 'presale_pool.used_uploaded',
    });
  }

  private take(
    viewer: StaffViewer,
    pool: number,
    dryRun: boolean,
    { sorted, lock, write, action }: FileUse,
  ): Promise<PoolFileReport> {
    if (dryRun) {
      return this.work.read(viewer, async (rows) => {
        await rows.one(PresalePool, pool);
        return reportOf(await sorted(rows));
      });
    }
    return this.work.change(viewer, async (change) => {
      await change.one(PresalePool, pool);
      await lock(change);
      const { fresh, ...found } = await sorted(change);
      const { statements, fanclubId: fanclub } = change;
      const now = this.clock.now();
      for (const codes of partsOf(fresh)) await statements.run(write, { fanclub, pool, codes, now });
      const report = reportOf({ fresh, ...found });
      change.audit({ action, subject: { type: 'presale_pool', id: pool }, after: countsOf(report) });
      return report;
    });
  }
}

/** The codes that the database can be asked about: it refuses the character NUL. */
const usableCodes = (cells: readonly ColumnCell[]): string[] =>
  cells.filter((cell) => faultOf(cell) === null).map(({ text }) => text);

/** @throws Problem (422) for a file that cannot be read */
async function cellsOf(upload: CsvUpload): Promise<ColumnCell[]> {
  try {
    return await readColumn(await buffer(upload), 'code', MOST_CODES);
  } catch (error) {
    if (!(error instanceof CsvRefused)) throw error;
    const { line, detail } = error.fault;
    throw new Problem(PROBLEMS.invalid, { detail: `Line ${line}: ${detail}` });
  }
}

function reportOf({ fresh, lines }: SortedFile): PoolFileReport {
  const count = (kind: SortedFile['lines'][number]['kind']): number =>
    lines.filter((line) => line.kind === kind).length;
  return {
    new: fresh.length,
    first: fresh.slice(0, SHOWN),
    repeated: count('repeated'),
    present: count('present'),
    elsewhere: count('elsewhere'),
    unusable: count('unusable'),
    lines: lines.slice(0, MOST_LINES),
  };
}

const countsOf = ({ lines: _, first: __, ...counts }: PoolFileReport): Readonly<Record<string, number>> =>
  counts;
