import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Cells } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { Sealer } from '#libs/sealed';
import {
  type ClubChange,
  conflict,
  type ListPage,
  type ListQuery,
  type ListRules,
  notFound,
  pageOf,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { codeDigest, newCode, printedCode } from '../code-text';
import { RedeemBatch, RedeemCode } from '../redeem-code.entity';
import type { RedeemBatchOfClub, RedeemCodeOfClub, RedeemUseOfClub } from './dto/redeem-codes.answers';
import type { NewRedeemBatch } from './dto/redeem-codes.bodies';
import { batchShape, checkBatch, dateOf } from './redeem-batch.rules';
import {
  ADD_BATCH_PLANS,
  ADD_CODES,
  DELETE_SEALED,
  LIST_BATCHES,
  LIST_CODES,
  LIST_USES,
  PLANS_OF_BATCH,
  SEALED_CODES,
  VOID_CODES,
} from './redeem-batches.queries';

export const BATCH_LIST = {
  sort: ['-id', 'name', 'created_at', 'ends_at', 'used'],
  filters: ['kind'],
} satisfies ListRules;

/** The order of codes and uses is fixed. */
export const FIXED_LIST = { sort: ['id'], filters: [] } satisfies ListRules;

export const EXPORT_HEADINGS = ['id', 'code'];

/** Batches of gift codes and coupons, as staff make and follow them. */
@Injectable()
export class StaffRedeemBatchesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** A page of batches; `q` looks into their names. */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<RedeemBatchOfClub>> {
    const rows = await this.work.read(viewer, ({ statements, fanclubId: fanclub }) =>
      statements.rows(LIST_BATCHES, { fanclub, batch: null }),
    );
    return pageOf(rows.map(batchShape), query, ({ name }) => [name]);
  }

  /** @throws Problem (404) */
  one(viewer: StaffViewer, batch: number): Promise<RedeemBatchOfClub> {
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const row = await statements.first(LIST_BATCHES, { fanclub, batch });
      if (!row) throw notFound();
      return batchShape(row);
    });
  }

  /** A page of a batch's codes, the oldest first, without their texts. @throws Problem (404) */
  codes(viewer: StaffViewer, batch: number, query: ListQuery): Promise<ListPage<RedeemCodeOfClub>> {
    return this.work.read(viewer, async (rows) => {
      await rows.one(RedeemBatch, batch);
      const key = { fanclub: rows.fanclubId, batch, ...rangeOf(query) };
      const found = await rows.statements.rows(LIST_CODES, key);
      const data = found.map(({ id, held, used, maxUses, voidedAt }) => ({
        id,
        batch,
        held,
        used,
        max_uses: maxUses,
        voided_at: voidedAt && isoUtc(voidedAt),
      }));
      return { data, total: found[0]?.total ?? 0 };
    });
  }

  /** A page of the orders that use a batch's codes, the newest first. @throws Problem (404) */
  uses(viewer: StaffViewer, batch: number, query: ListQuery): Promise<ListPage<RedeemUseOfClub>> {
    return this.work.read(viewer, async (rows) => {
      await rows.one(RedeemBatch, batch);
      const key = { fanclub: rows.fanclubId, batch, ...rangeOf(query) };
      const found = await rows.statements.rows(LIST_USES, key);
      const data = found.map(({ order, code, customer, plan, state, discount, ...row }) => ({
        id: order,
        ...{ code, customer, plan, state, discount },
        total: row.orderTotal,
        created_at: isoUtc(row.createdAt),
        used_at: row.usedAt && isoUtc(row.usedAt),
      }));
      return { data, total: found[0]?.total ?? 0 };
    });
  }

  /** Makes a batch with its codes. @throws Problem (422) */
  async create(viewer: StaffViewer, body: NewRedeemBatch): Promise<RedeemBatchOfClub> {
    return this.one(viewer, await this.work.change(viewer, (change) => this.add(change, body)));
  }

  private async add(change: ClubChange, body: NewRedeemBatch): Promise<number> {
    const { statements, fanclubId: fanclub } = change;
    const { name, kind, count, plans, discount = null, value = null } = body;
    const { currency, known } = (await statements.first(PLANS_OF_BATCH, { fanclub, plans }))!;
    checkBatch(body, currency, known);
    const isGift = kind === 'gift';
    const maxUses = isGift ? 1 : (body.max_uses ?? null);
    const now = this.clock.now();
    const batch = await change.insert(RedeemBatch, {
      name,
      kind,
      planId: isGift ? plans[0] : null,
      discount,
      value,
      currency,
      coversShipping: body.covers_shipping,
      firstOrderOnly: body.first_order_only ?? false,
      maxUses,
      maxPerMember: body.max_per_member ?? null,
      capacity: body.capacity ?? null,
      startsAt: dateOf(body.starts_at),
      endsAt: dateOf(body.ends_at),
      createdAt: now,
      updatedAt: now,
    });
    if (!isGift) await statements.run(ADD_BATCH_PLANS, { fanclub, batch, plans });
    const codes = Array.from({ length: count }, newCode);
    await statements.run(ADD_CODES, {
      fanclub,
      batch,
      digests: codes.map(codeDigest),
      sealed: codes.map((code) => this.sealer.seal(code)),
      maxUses,
      now,
    });
    const { count: codesMade, ...made } = body;
    const subject = { type: 'redeem_batch', id: batch } as const;
    change.audit({ action: 'redeem_batch.created', subject, after: { ...made, codes: codesMade } });
    return batch;
  }

  /**
   * The codes of a batch that are not void, once. Then the database has only their digests, so a lost file cannot be repeated.
   * @throws Problem (404, 409 if they were exported or voided)
   */
  export(viewer: StaffViewer, id: number): Promise<Cells[]> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const { exportedAt, voidedAt, sold } = await change.lock(RedeemBatch, id);
      if (sold) throw conflict('These codes belong to their buyers, so they are not exported.');
      if (exportedAt !== null)
        throw conflict(
          'These codes were exported before. Void the batch and make another one if they are lost.',
        );
      if (voidedAt !== null) throw conflict('These codes are void.');
      const rows = await statements.rows(SEALED_CODES, { fanclub, batch: id });
      const now = this.clock.now();
      await statements.run(DELETE_SEALED, { fanclub, batch: id, now });
      await change.update(RedeemBatch, id, { exportedAt: now, updatedAt: now });
      const subject = { type: 'redeem_batch', id } as const;
      change.audit({ action: 'redeem_batch.exported', subject, after: { codes: rows.length } });
      return rows.map(({ id: code, sealed }) => ({
        id: String(code),
        code: printedCode(this.sealer.open(sealed)),
      }));
    });
  }

  /** Voids all codes of a batch. Uses that are held or counted stay. @throws Problem (404, 409) */
  async voidBatch(viewer: StaffViewer, id: number): Promise<RedeemBatchOfClub> {
    await this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const { voidedAt, sold } = await change.lock(RedeemBatch, id);
      if (sold) throw conflict('Members paid for these codes. Void single ones, or refund their orders.');
      if (voidedAt !== null) throw conflict('This batch is void already.');
      const now = this.clock.now();
      const codes = await statements.run(VOID_CODES, { fanclub, batch: id, code: null, now });
      await change.update(RedeemBatch, id, { voidedAt: now, updatedAt: now });
      change.audit({
        action: 'redeem_batch.voided',
        subject: { type: 'redeem_batch', id },
        after: { codes },
      });
    });
    return this.one(viewer, id);
  }

  /** Voids one code. @throws Problem (404, 409) */
  voidCode(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const { batchId: batch } = await change.lock(RedeemCode, id);
      const voided = await statements.run(VOID_CODES, { fanclub, batch, code: id, now: this.clock.now() });
      if (voided === 0) throw conflict('This code is void already.');
      change.audit({ action: 'redeem_code.voided', subject: { type: 'redeem_code', id }, after: { batch } });
    });
  }
}

const rangeOf = ({ page, perPage }: ListQuery) => ({ limit: perPage, offset: (page - 1) * perPage });
