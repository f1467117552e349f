import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Mails } from '#platform/mail';
import { Published } from '#platform/published';
import {
  type ClubChange,
  type ClubRows,
  idsOfPage,
  type ListPage,
  type ListQuery,
  type StaffViewer,
  StaffWorkService,
  notFound,
  conflict,
} from '#platform/staff';
import { type BatchBody, MAX_PARCELS, type ShipBody } from './dto/parcel.bodies';
import { BatchParcel, ParcelBatch } from '../shipment.entity';
import { type ParcelAudience, batchShape, parcelShape } from './parcel.serializer';
import { searchedParcels } from './parcel-search';
import {
  ADD_BATCH,
  FILL_BATCH,
  FIND_BATCHES,
  FIND_PARCELS,
  FREEZE_ADDRESSES,
  FREEZE_OPTIONS,
  HOLD_PARCELS,
  type ParcelRow,
  PARCELS_OF_BATCH,
  SHIP_PARCELS,
} from './parcels.queries';

/** A parcel that was sent. */
export interface Sent {
  readonly id: number;
  readonly day: string;
  /** Null: none. Undefined: it stays as it is. */
  readonly url: string | null | undefined;
}

/** The result of marking parcels as shipped. */
export interface Marked {
  /** Parcels that waited until now; their members get a mail. */
  readonly shipped: readonly number[];
  /** Parcels whose day or tracking was corrected. */
  readonly corrected: readonly number[];
}

/** Parcels: the queue, packing lists, and what was sent. */
@Injectable()
export class ParcelsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly mails: Mails,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** A page of parcels, which is recorded unless it is masked. @throws Problem (400) */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<ReturnType<typeof parcelShape>>> {
    const audience = audienceOf(viewer);
    const page = await this.work.read(viewer, async (rows) => {
      const { ids, ...total } = await idsOfPage(rows, searchedParcels(rows, query, audience), query, {});
      const found = await parcelsOf(rows, ids);
      return { data: found.map((row) => parcelShape(row, audience)), ...total };
    });
    const entry = { action: 'parcels.listed', subject: { type: 'parcel', id: null } } as const;
    return audience === 'masked' ? page : this.work.recordList(viewer, entry, query, page);
  }

  /** A page of packing lists. */
  batches(viewer: StaffViewer, query: ListQuery): Promise<ListPage<ReturnType<typeof batchShape>>> {
    return this.work.read(viewer, async (rows) => {
      const { ids, ...total } = await idsOfPage(rows, rows.select(ParcelBatch, 'batch'), query, {});
      const found = await rows.statements.rows(FIND_BATCHES, { fanclub: rows.fanclubId, ids: [...ids] });
      const byId = new Map(found.map((row) => [row.id, row]));
      return { data: ids.flatMap((id) => byId.get(id) ?? []).map(batchShape), ...total };
    });
  }

  /** A packing list with its parcels. @throws Problem (404) */
  batch(viewer: StaffViewer, id: number) {
    return this.work.read(viewer, async (rows) => {
      const [batch] = await rows.statements.rows(FIND_BATCHES, { fanclub: rows.fanclubId, ids: [id] });
      if (!batch) throw notFound();
      const parcels = await rows.statements.rows(PARCELS_OF_BATCH, { fanclub: rows.fanclubId, batch: id });
      return { batch, parcels };
    });
  }

  /** {@link batch} for a file or a page with the addresses, which is recorded in the audit. */
  async exported(viewer: StaffViewer, id: number) {
    const list = await this.batch(viewer, id);
    await this.work.change(viewer, (change) => {
      const subject = { type: 'batch', id } as const;
      change.audit({ action: 'batch.exported', subject, after: { parcels: list.parcels.length } });
      return Promise.resolve();
    });
    return list;
  }

  /**
   * Makes a packing list of waiting parcels that lack nothing. Their addresses and options are fixed from now on.
   * @throws Problem (409) if there is no such parcel, or one of those named cannot be packed
   */
  freeze(viewer: StaffViewer, { plan_id: plan, parcel_ids: ids }: BatchBody) {
    const now = this.clock.now();
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const batch = await statements.first(ADD_BATCH, { fanclub, staff: viewer.person.id, now });
      const asked = {
        fanclub,
        batch: batch!.id,
        plan: plan ?? null,
        ids: ids ?? null,
        now,
        limit: MAX_PARCELS,
      };
      const taken = (await statements.rows(FILL_BATCH, asked)).map(({ id }) => id);
      if (ids && taken.length < ids.length) {
        const others = ids.filter((id) => !taken.includes(id)).join(', ');
        throw conflict(`These parcels are in another packing list, shipped, or lack something: ${others}.`);
      }
      if (taken.length === 0) throw conflict('No parcel is ready to be packed.');
      await freezeParcels(change, taken, now);
      const subject = { type: 'batch', id: batch!.id } as const;
      change.audit({
        action: 'batch.made',
        subject,
        after: { parcels: taken.length, plan_id: plan ?? null },
      });
      return { id: batch!.id, parcels: taken.length };
    });
  }

  /** Marks one parcel as shipped, or corrects it. @throws Problem (404, 409) */
  async ship(viewer: StaffViewer, id: number, body: ShipBody): Promise<Marked> {
    const sent = [{ id, day: body.ship_date, url: body.tracking_url ?? null }];
    const fanclub = await this.published.byId(viewer.fanclubId);
    return this.work.change(viewer, async (change) => {
      const { unknown, refused, ...marked } = await this.mark(change, sent, fanclub!.siteUrl);
      if (unknown.length > 0) throw notFound();
      if (refused.length > 0) throw conflict('The parcel has no address, or its order is not complete.');
      if (marked.shipped.length + marked.corrected.length === 0)
        change.audit({ action: 'parcel.shipped', subject: { type: 'parcel', id } });
      return marked;
    });
  }

  /**
   * Marks the waiting parcels of a packing list as shipped.
   * @returns how many were marked, and the refused ones, whose order is no longer complete
   * @throws Problem (404; 409 if none waits)
   */
  async shipBatch(viewer: StaffViewer, id: number, day: string) {
    const fanclub = await this.published.byId(viewer.fanclubId);
    return this.work.change(viewer, async (change) => {
      await change.lock(ParcelBatch, id);
      const ids = (await change.find(BatchParcel, { batchId: id })).map(({ shipmentId }) => shipmentId);
      const held = await change.statements.rows(HOLD_PARCELS, { fanclub: change.fanclubId, ids });
      const sent = held
        .filter(({ shipDate }) => shipDate === null)
        .map((row) => ({ id: row.id, day, url: undefined }));
      const { shipped, refused } = await this.mark(change, sent, fanclub!.siteUrl);
      if (shipped.length === 0) throw conflict('No parcel of this packing list can be marked as shipped.');
      return { shipped: shipped.length, refused };
    });
  }

  /** Marks parcels in the transaction of a change. Nothing is written for unknown and refused ones. */
  async mark(
    change: ClubChange,
    sent: readonly Sent[],
    siteUrl: string,
  ): Promise<Marked & { unknown: number[]; refused: number[] }> {
    const now = this.clock.now();
    const { statements, fanclubId: fanclub } = change;
    const ids = sent.map(({ id }) => id);
    const held = new Map((await statements.rows(HOLD_PARCELS, { fanclub, ids })).map((row) => [row.id, row]));
    const parcels = new Map((await parcelsOf(change, ids)).map((row) => [row.id, row]));
    const unknown = ids.filter((id) => !held.has(id));
    const refused = ids.filter((id) => {
      const row = held.get(id);
      return row?.shipDate === null && (!row.due || parcels.get(id)?.address == null);
    });
    const known = sent
      .filter(({ id }) => held.has(id) && !refused.includes(id))
      .map(({ id, day, url }) => ({ id, day, url: url === undefined ? held.get(id)!.trackingUrl : url }));
    const shipped = known.filter(({ id }) => held.get(id)!.shipDate === null);
    const corrected = known.filter(({ id, day, url }) => {
      const row = held.get(id)!;
      return row.shipDate !== null && (row.shipDate !== day || row.trackingUrl !== url);
    });
    const written = [...shipped, ...corrected];
    await freezeParcels(change, idsOf(shipped), now);
    await statements.run(SHIP_PARCELS, {
      fanclub,
      now,
      ids: idsOf(written),
      days: written.map(({ day }) => day),
      urls: written.map(({ url }) => url ?? ''),
    });
    for (const { id, day, url } of written) {
      const { customerId, email, firstName } = parcels.get(id)!;
      const isNew = held.get(id)!.shipDate === null;
      change.audit({
        action: isNew ? 'parcel.shipped' : 'parcel.corrected',
        subject: { type: 'parcel', id },
        customerId,
        after: { ship_date: day, tracking_url: url },
      });
      if (!isNew || email === null) continue;
      const mail = { kind: 'parcel_shipped' as const, to: email, firstName, link: url ?? siteUrl };
      await this.mails.queue(statements, { id: fanclub }, mail);
    }
    return { shipped: idsOf(shipped), corrected: idsOf(corrected), unknown, refused };
  }
}

/** Copies the present addresses and choices to parcels without them. */
async function freezeParcels(
  { statements, fanclubId: fanclub }: ClubChange,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await statements.run(FREEZE_ADDRESSES, { fanclub, ids: [...ids], now });
  await statements.run(FREEZE_OPTIONS, { fanclub, ids: [...ids], now });
}

/** The parcels of these ids, in their order. */
export async function parcelsOf(
  { statements, fanclubId: fanclub }: ClubRows,
  ids: readonly number[],
): Promise<ParcelRow[]> {
  const found = await statements.rows(FIND_PARCELS, { fanclub, ids: [...ids] });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Viewers see parcels without addresses. */
export const audienceOf = (viewer: StaffViewer): ParcelAudience =>
  viewer.reach('shipments.write') !== null || viewer.reach('members.write') !== null ? 'full' : 'masked';

const idsOf = (list: readonly { readonly id: number }[]): number[] => list.map(({ id }) => id);
