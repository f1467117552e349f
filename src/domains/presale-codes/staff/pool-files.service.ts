import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { Clock } from '#libs/clock';
import { type ColumnCell, CsvRefused, readColumn } from '#libs/csv';
import { Problem } from '#libs/problem';
import type { CsvUpload } from '#platform/http';
import { type ClubRows, PROBLEMS, type StaffViewer, StaffWorkService } from '#platform/staff';
import { PresalePool } from '../presale-pool.entity';
import type { PoolFileReport } from './dto/pool.answers';
import { ADD_PRESALE_CODES, CODES_TO_MARK, KNOWN_CODES, MARK_USED } from './pool-codes.queries';
import { faultOf, MOST_CODES, partsOf, sortUpload, sortUsed, type SortedFile } from './pool-codes.rules';

/** How many new codes a report shows, so that a wrong column is noticed. */
const SHOWN = 3;

/** The most lines that a report lists. */
const MOST_LINES = 1_000;

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
    const sorted = async ({ statements, fanclubId: fanclub }: ClubRows): Promise<SortedFile> =>
      sortUpload(cells, await statements.rows(KNOWN_CODES, { fanclub, pool, codes }));
    if (dryRun) return this.preview(viewer, pool, sorted);
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      await change.one(PresalePool, pool);
      // All pools, so that the same code is not added to another one at the same time.
      await change.lockAll(PresalePool);
      const found = await sorted(change);
      const now = this.clock.now();
      for (const codes of partsOf(found.fresh))
        await statements.run(ADD_PRESALE_CODES, { fanclub, pool, codes, now });
      const report = reportOf(found);
      change.audit({
        action: 'presale_pool.uploaded',
        subject: { type: 'presale_pool', id: pool },
        after: countsOf(report),
      });
      return report;
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
    const sorted = async ({ statements, fanclubId: fanclub }: ClubRows): Promise<SortedFile> =>
      sortUsed(cells, await statements.rows(CODES_TO_MARK, { fanclub, pool, codes }));
    if (dryRun) return this.preview(viewer, pool, sorted);
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      await change.lock(PresalePool, pool);
      const found = await sorted(change);
      const now = this.clock.now();
      for (const codes of partsOf(found.fresh))
        await statements.run(MARK_USED, { fanclub, pool, codes, now });
      const report = reportOf(found);
      change.audit({
        action: 'presale_pool.used_uploaded',
        subject: { type: 'presale_pool', id: pool },
        after: countsOf(report),
      });
      return report;
    });
  }

  private preview(
    viewer: StaffViewer,
    pool: number,
    sorted: (rows: ClubRows) => Promise<SortedFile>,
  ): Promise<PoolFileReport> {
    return this.work.read(viewer, async (rows) => {
      await rows.one(PresalePool, pool);
      return reportOf(await sorted(rows));
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
