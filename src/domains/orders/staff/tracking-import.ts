import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { type Cells, type CsvFault, CsvRefused, errorFile, readCsv } from '#libs/csv';
import { isCalendarDate } from '#libs/format';
import { Problem } from '#libs/problem';
import { isStorable, parsedUrl } from '#libs/validation';
import { Published } from '#platform/published';
import { type CsvReport, PROBLEMS, type StaffViewer, StaffWork } from '#platform/staff';
import { MAX_PARCELS } from './dto/parcel.bodies';
import { type Marked, Parcels, type Sent } from './parcels.service';

const COLUMNS = {
  headings: ['shipment_id', 'ship_date', 'tracking_url'],
  required: ['shipment_id', 'ship_date'],
  maxRows: MAX_PARCELS,
};

interface Row {
  readonly line: number;
  readonly cells: Cells;
  readonly faults: CsvFault[];
  /** Null if the row has faults. */
  readonly sent: Sent | null;
}

/** Ends a transaction whose changes are not wanted. */
class RolledBack extends Error {
  constructor(readonly report: CsvReport) {
    super('rolled back');
  }
}

/** Marks parcels as shipped by a file of the carrier: all of them, or none if there is a fault. */
@Injectable()
export class TrackingImport {
  constructor(
    private readonly work: StaffWork,
    private readonly parcels: Parcels,
    private readonly published: Published,
  ) {}

  /** @param dryRun whether nothing is to be written @throws Problem (422) if the file cannot be read */
  async import(viewer: StaffViewer, source: AsyncIterable<Uint8Array>, dryRun: boolean): Promise<CsvReport> {
    const { headings, rows } = await this.read(source);
    const { siteUrl } = (await this.published.byId(viewer.fanclubId))!;
    try {
      return await this.work.change(viewer, async (change) => {
        const sent = rows.flatMap((row) => row.sent ?? []);
        const { unknown, refused, ...marked } = await this.parcels.mark(change, sent, siteUrl);
        const all = rows.map((row) => ({ ...row, faults: [...row.faults, ...found(row, unknown, refused)] }));
        const report = await reportOf(headings, all, marked);
        if (dryRun || report.faults.length > 0) throw new RolledBack(report);
        change.audit({
          action: 'parcels.imported',
          subject: { type: 'parcel', id: null },
          after: { new: report.new, changed: report.changed, unchanged: report.unchanged },
        });
        return report;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.report;
      throw error;
    }
  }

  private async read(
    source: AsyncIterable<Uint8Array>,
  ): Promise<{ headings: readonly string[]; rows: Row[] }> {
    try {
      const file = await readCsv(source, COLUMNS);
      const rows: Row[] = [];
      const ids = new Set<number>();
      for await (const { line, cells, faults } of file.rows) {
        rows.push(parsed(line, cells, faults, ids));
      }
      return { headings: file.headings, rows };
    } catch (error) {
      if (!(error instanceof CsvRefused)) throw error;
      const { line, column, detail } = error.fault;
      throw new Problem(PROBLEMS.invalid, {
        detail: `Line ${line}${column ? `, ${column}` : ''}: ${detail}`,
      });
    }
  }
}

function parsed(line: number, cells: Cells, given: readonly CsvFault[], ids: Set<number>): Row {
  const faults = [...given];
  const report = (column: string, detail: string): void => void faults.push({ line, column, detail });
  const [id, day] = [cells.shipment_id, cells.ship_date].map((cell) => cell.trim());
  const url = cells.tracking_url?.trim();
  if (!/^\d{1,15}$/.test(id)) report('shipment_id', 'must be the number of a parcel');
  else if (ids.has(Number(id))) report('shipment_id', 'is there more than once');
  else ids.add(Number(id));
  if (!isCalendarDate(day)) report('ship_date', 'must be a day such as 2026-06-15');
  if (url && !(isStorable(url) && /^https?:$/.test(parsedUrl(url)?.protocol ?? '')))
    report('tracking_url', 'must be an address such as https://carrier.example/1');
  const sent = { id: Number(id), day, url: url === '' ? null : url };
  return { line, cells, faults, sent: faults.length > 0 ? null : sent };
}

function found({ line, sent }: Row, unknown: readonly number[], refused: readonly number[]): CsvFault[] {
  const fault = (detail: string): CsvFault[] => [{ line, column: 'shipment_id', detail }];
  if (sent && unknown.includes(sent.id)) return fault('is not a parcel of this fan club');
  if (sent && refused.includes(sent.id)) return fault('has no address, or its order is not complete');
  return [];
}

async function reportOf(
  headings: readonly string[],
  rows: readonly Row[],
  { shipped, corrected }: Marked,
): Promise<CsvReport> {
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  const good = rows.length - faulty.length;
  return {
    new: shipped.length,
    changed: corrected.length,
    unchanged: good - shipped.length - corrected.length,
    faults: faulty.flatMap(({ faults }) => faults),
    ...(faulty.length > 0 && { error_file: (await buffer(errorFile(headings, faulty))).toString() }),
  };
}
