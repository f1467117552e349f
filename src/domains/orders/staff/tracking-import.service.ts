import { Injectable } from '@nestjs/common';
import type { CsvFault, CsvRow } from '#libs/csv';
import { isCalendarDate } from '#libs/format';
import { Problem } from '#libs/problem';
import { isStorable, parsedUrl, parseId } from '#libs/validation';
import { Published } from '#platform/published';
import type { CsvUpload } from '#platform/http';
import {
  type ClubChange,
  type CsvFindings,
  CsvImportsService,
  PROBLEMS,
  type StaffAnswer,
  type StaffViewer,
} from '#platform/staff';
import { MAX_PARCELS } from './dto/parcel.bodies';
import { ParcelsService, type Sent } from './parcels.service';

const COLUMNS = {
  headings: ['shipment_id', 'ship_date', 'tracking_url'],
  required: ['shipment_id', 'ship_date'],
  maxRows: MAX_PARCELS,
};

interface Row extends CsvRow {
  readonly faults: CsvFault[];
  /** Null if the row has faults. */
  readonly sent: Sent | null;
}

/** Marks parcels as shipped by a file of the carrier: all of them, or none if there is a fault. */
@Injectable()
export class TrackingImportService {
  constructor(
    private readonly imports: CsvImportsService,
    private readonly parcels: ParcelsService,
    private readonly published: Published,
  ) {}

  /** @param dryRun whether nothing is to be written @throws Problem (422) if the file cannot be read; BodyRefused (413) */
  async import(viewer: StaffViewer, upload: CsvUpload, dryRun: boolean): Promise<StaffAnswer> {
    const { siteUrl } = (await this.published.byId(viewer.fanclubId))!;
    return this.imports.run(viewer, upload, dryRun, {
      isNews: true,
      columns: COLUMNS,
      audit: { action: 'parcels.imported', subject: { type: 'parcel', id: null } },
      load: (change, rows) => this.load(change, rows, siteUrl),
      unreadable: ({ line, column, detail }) =>
        new Problem(PROBLEMS.invalid, { detail: `Line ${line}${column ? `, ${column}` : ''}: ${detail}` }),
    });
  }

  private async load(
    change: ClubChange,
    source: AsyncIterable<CsvRow>,
    siteUrl: string,
  ): Promise<CsvFindings> {
    const rows: Row[] = [];
    const ids = new Set<number>();
    for await (const row of source) rows.push(parsed(row, ids));
    const sent = rows.flatMap((row) => row.sent ?? []);
    const { unknown, refused, shipped, corrected } = await this.parcels.mark(change, sent, siteUrl);
    for (const row of rows) row.faults.push(...found(row, unknown, refused));
    const faulty = rows.filter(({ faults }) => faults.length > 0);
    const unchanged = rows.length - faulty.length - shipped.length - corrected.length;
    return { counts: { new: shipped.length, changed: corrected.length, unchanged }, faulty };
  }
}

function parsed({ line, cells, faults: given }: CsvRow, ids: Set<number>): Row {
  const faults = [...given];
  const report = (column: string, detail: string): void => void faults.push({ line, column, detail });
  const [id, day] = [parseId(cells.shipment_id.trim()), cells.ship_date.trim()];
  const url = cells.tracking_url?.trim();
  if (id === null) report('shipment_id', 'must be the number of a parcel');
  else if (ids.has(id)) report('shipment_id', 'is there more than once');
  else ids.add(id);
  if (!isCalendarDate(day)) report('ship_date', 'must be a day such as 2026-06-15');
  if (url && !(isStorable(url) && /^https?:$/.test(parsedUrl(url)?.protocol ?? '')))
    report('tracking_url', 'must be an address such as https://carrier.example/1');
  const isSent = id !== null && faults.length === 0;
  return { line, cells, faults, sent: isSent ? { id, day, url: url === '' ? null : url } : null };
}

function found({ line, sent }: Row, unknown: readonly number[], refused: readonly number[]): CsvFault[] {
  const fault = (detail: string): CsvFault[] => [{ line, column: 'shipment_id', detail }];
  if (sent && unknown.includes(sent.id)) return fault('is not a parcel of this fan club');
  if (sent && refused.includes(sent.id)) return fault('has no address, or its order is not complete');
  return [];
}
