import { Get, Header, HttpCode, Post, StreamableFile } from '@nestjs/common';
import type { CsvUpload } from '#platform/http';
import {
  ClubStaffController,
  CsvBody,
  csvFile,
  CurrentStaff,
  DryRun,
  ItemId,
  ListOf,
  type ListQuery,
  reported,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  TakesCsv,
} from '#platform/staff';
import { BatchBody, IssueMailsBody, ShipBatchBody, ShipBody } from './dto/parcel.bodies';
import { PACKING_PAGE_POLICY, packingPage } from './packing-page';
import { batchShape, packingCells, packingHeadings, parcelShape } from './parcel.serializer';
import { PARCEL_LIST } from './parcel-search';
import { ParcelIssues } from './parcel-issues.service';
import { Parcels } from './parcels.service';
import { TrackingImport } from './tracking-import';

/** Parcels: the queue, packing lists, and what was sent. */
@ClubStaffController('parcels')
export class StaffParcelsController {
  constructor(
    private readonly parcels: Parcels,
    private readonly tracking: TrackingImport,
  ) {}

  @Get()
  @StaffOnly('shipments.read')
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(PARCEL_LIST) query: ListQuery) {
    return this.parcels.list(viewer, query);
  }

  /** Makes a packing list. */
  @Post('batches')
  @StaffOnly('shipments.write')
  async freeze(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: BatchBody): Promise<StaffAnswer> {
    const made = await this.parcels.freeze(viewer, body);
    const location = `/staff/api/fanclubs/${viewer.fanclubId}/batches/${made.id}`;
    return new StaffAnswer(made, { status: 201, location });
  }

  /** Marks parcels as shipped by a CSV file. */
  @Post('tracking')
  @StaffOnly('shipments.write')
  @TakesCsv()
  async importTracking(
    @CurrentStaff() viewer: StaffViewer,
    @CsvBody() file: CsvUpload,
    @DryRun() dryRun: boolean,
  ): Promise<StaffAnswer> {
    return reported(await this.tracking.import(viewer, file, dryRun), dryRun);
  }

  @Post(':id/ship')
  @StaffOnly('shipments.write')
  async ship(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() body: ShipBody,
  ): Promise<object> {
    const { shipped } = await this.parcels.ship(viewer, id, body);
    return {
      id,
      ship_date: body.ship_date,
      tracking_url: body.tracking_url ?? null,
      mail: shipped.length > 0,
    };
  }
}

/** Packing lists. */
@ClubStaffController('batches')
export class StaffBatchesController {
  constructor(private readonly parcels: Parcels) {}

  @Get()
  @StaffOnly('shipments.read')
  list(@CurrentStaff() viewer: StaffViewer, @ListOf({ sort: ['-id'], filters: [] }) query: ListQuery) {
    return this.parcels.batches(viewer, query);
  }

  /** Declared before `:id`, which would match it. */
  @Get(':id.csv')
  @StaffOnly('shipments.write')
  async csv(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StreamableFile> {
    const { parcels } = await this.parcels.batch(viewer, id);
    await this.parcels.recordExport(viewer, id, parcels.length);
    return csvFile(`packing-list-${id}`, packingHeadings(parcels), parcels.map(packingCells));
  }

  /** A page to print. */
  @Get(':id/print')
  @Header('content-security-policy', PACKING_PAGE_POLICY)
  @StaffOnly('shipments.write')
  async print(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StreamableFile> {
    const { batch, parcels } = await this.parcels.batch(viewer, id);
    await this.parcels.recordExport(viewer, id, parcels.length);
    return new StreamableFile(Buffer.from(packingPage(batch, parcels)), { type: 'text/html; charset=utf-8' });
  }

  @Get(':id')
  @StaffOnly('shipments.read')
  async one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
    const { batch, parcels } = await this.parcels.batch(viewer, id);
    // Addresses are in the file and on the page to print, whose making is recorded.
    return { ...batchShape(batch), list: parcels.map((row) => parcelShape(row, 'masked')) };
  }

  /** Marks all parcels of the list that still wait as shipped. `refused` has those whose order is no longer complete. */
  @Post(':id/ship')
  @HttpCode(200)
  @StaffOnly('shipments.write')
  ship(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { ship_date: day }: ShipBatchBody,
  ): Promise<object> {
    return this.parcels.shipBatch(viewer, id, day);
  }
}

/** Members whose parcels lack an address or an option. */
@ClubStaffController('issues')
export class StaffIssuesController {
  constructor(private readonly issues: ParcelIssues) {}

  @Get()
  @StaffOnly('shipments.read')
  counts(@CurrentStaff() viewer: StaffViewer): Promise<object> {
    return this.issues.count(viewer);
  }

  /** One mail to each member who was not asked for it within a week. */
  @Post('mails')
  @StaffOnly('shipments.write')
  mail(@CurrentStaff() viewer: StaffViewer, @StaffBody() { issue }: IssueMailsBody): Promise<object> {
    return this.issues.askForMissing(viewer, issue);
  }
}
