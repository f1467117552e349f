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
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  TakesCsv,
  listAnswer,
  IMPORTED,
  csvOf,
} from '#platform/staff';
import { BatchBody, IssueMailsBody, ShipBatchBody, ShipBody } from './dto/parcel.bodies';
import { PACKING_PAGE_POLICY, packingPage } from './packing-page';
import { batchShape, packingCells, packingHeadings, parcelShape } from './parcel.serializer';
import { PARCEL_LIST } from './parcel-search';
import { ParcelIssuesService } from './parcel-issues.service';
import { ParcelsService } from './parcels.service';
import { TrackingImportService } from './tracking-import.service';
import { Answers } from '#platform/reference';
import {
  IssueCounts,
  NewPackingList,
  PackingList,
  PackingListItem,
  Parcel,
  QueuedMails,
  ShippedPackingList,
  ShippedParcel,
} from './dto/parcel.answers';

/** Parcels: the queue, packing lists, and what was sent. */
@ClubStaffController('parcels')
export class StaffParcelsController {
  constructor(
    private readonly parcels: ParcelsService,
    private readonly tracking: TrackingImportService,
  ) {}

  @Get()
  @StaffOnly('shipments.read')
  @Answers({ 200: listAnswer(Parcel) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(PARCEL_LIST) query: ListQuery) {
    return this.parcels.list(viewer, query);
  }

  /** Makes a packing list. */
  @Post('batches')
  @StaffOnly('shipments.write')
  @Answers({ 201: NewPackingList })
  async freeze(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: BatchBody) {
    const made = await this.parcels.freeze(viewer, body);
    const location = `/staff/api/fanclubs/${viewer.fanclubId}/batches/${made.id}`;
    return new StaffAnswer(made, { status: 201, location });
  }

  /** Marks parcels as shipped by a CSV file. */
  @Post('tracking')
  @StaffOnly('shipments.write')
  @TakesCsv()
  @Answers(IMPORTED)
  importTracking(@CurrentStaff() viewer: StaffViewer, @CsvBody() file: CsvUpload, @DryRun() dryRun: boolean) {
    return this.tracking.import(viewer, file, dryRun);
  }

  @Post(':id/ship')
  @StaffOnly('shipments.write')
  @Answers({ 200: ShippedParcel })
  async ship(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: ShipBody) {
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
  constructor(private readonly parcels: ParcelsService) {}

  @Get()
  @StaffOnly('shipments.read')
  @Answers({ 200: listAnswer(PackingListItem) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf({ sort: ['-id'], filters: [] }) query: ListQuery) {
    return this.parcels.batches(viewer, query);
  }

  /** Declared before `:id`, which would match it. */
  @Get(':id.csv')
  @StaffOnly('shipments.write')
  @Answers(csvOf())
  async csv(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    const { parcels } = await this.parcels.exported(viewer, id);
    return csvFile(`packing-list-${id}`, packingHeadings(parcels), parcels.map(packingCells));
  }

  /** A page to print. */
  @Get(':id/print')
  @Header('content-security-policy', PACKING_PAGE_POLICY)
  @StaffOnly('shipments.write')
  @Answers({ 200: { file: 'text/html' } })
  async print(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    const { batch, parcels } = await this.parcels.exported(viewer, id);
    return new StreamableFile(Buffer.from(packingPage(batch, parcels)), { type: 'text/html; charset=utf-8' });
  }

  @Get(':id')
  @StaffOnly('shipments.read')
  @Answers({ 200: PackingList })
  async one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    const { batch, parcels } = await this.parcels.batch(viewer, id);
    // Addresses are in the file and on the page to print, whose making is recorded.
    return { ...batchShape(batch), list: parcels.map((row) => parcelShape(row, 'masked')) };
  }

  /** Marks all parcels of the list that still wait as shipped. `refused` has those whose order is no longer complete. */
  @Post(':id/ship')
  @HttpCode(200)
  @StaffOnly('shipments.write')
  @Answers({ 200: ShippedPackingList })
  ship(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { ship_date: day }: ShipBatchBody,
  ) {
    return this.parcels.shipBatch(viewer, id, day);
  }
}

/** Members whose parcels lack an address or an option. */
@ClubStaffController('issues')
export class StaffIssuesController {
  constructor(private readonly issues: ParcelIssuesService) {}

  @Get()
  @StaffOnly('shipments.read')
  @Answers({ 200: IssueCounts })
  counts(@CurrentStaff() viewer: StaffViewer) {
    return this.issues.count(viewer);
  }

  /** One mail to each member who was not asked for it within a week. */
  @Post('mails')
  @StaffOnly('shipments.write')
  @Answers({ 200: QueuedMails })
  mail(@CurrentStaff() viewer: StaffViewer, @StaffBody() { issue }: IssueMailsBody) {
    return this.issues.askForMissing(viewer, issue);
  }
}
