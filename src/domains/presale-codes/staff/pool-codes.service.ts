import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Cells } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { Problem } from '#libs/problem';
import { Published } from '#platform/published';
import { type RowOf, violatedUnique } from '#platform/database';
import {
  type ClubChange,
  conflict,
  initial,
  invalidRequest,
  type ListPage,
  type ListQuery,
  type ListRules,
  maskedEmail,
  notFound,
  PROBLEMS,
  type Repeatable,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { PresaleCodesService } from '../presale-codes.service';
import { PresaleCode, PresalePool } from '../presale-pool.entity';
import type { ClaimRefusal } from '../presale-pool.rules';
import type { PresaleCodeOfPool, VoidedCodes } from './dto/pool.answers';
import { CODE_STATES, GIVEN_CODES, LIST_PRESALE_CODES, VOID_FREE } from './pool-codes.queries';
import { AT_ONCE, maskedCode } from './pool-codes.rules';

/** The order of codes is fixed. */
export const CODE_LIST = { sort: ['id'], filters: ['state'] } satisfies ListRules;

export const SELLER_HEADINGS = ['code'];

/** Why a member gets no replacement. */
const REFUSALS: Readonly<Partial<Record<ClaimRefusal, string>>> = {
  not_entitled: 'The member is no longer entitled to codes of this pool.',
  limit_reached: 'The member has as many codes of the group as one member can have.',
  none_left: 'The pool has no free code left. Upload more codes first.',
};

/** The codes of pools, as staff follow and correct them. */
@Injectable()
export class PoolCodesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly codes: PresaleCodesService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** A page of codes, which is recorded unless it is masked. @throws Problem (400, 403 for a search of who sees them masked, 404) */
  async list(viewer: StaffViewer, pool: number, query: ListQuery): Promise<ListPage<PresaleCodeOfPool>> {
    const masked = viewer.reach('presale_codes.read') !== 'full';
    const { page, perPage, q, ids, filters } = query;
    if (masked && q !== null)
      throw new Problem(PROBLEMS.notAllowed, { detail: 'Your role does not see the codes.' });
    const state = filters.state ?? null;
    if (state !== null && !CODE_STATES.some((one) => one === state))
      throw invalidRequest(`state must be one of ${CODE_STATES.join(', ')}.`);
    const shown = await this.work.read(viewer, async (rows) => {
      await rows.one(PresalePool, pool);
      const asked = {
        fanclub: rows.fanclubId,
        pool,
        state,
        q,
        ids,
        limit: perPage,
        offset: (page - 1) * perPage,
      };
      const found = await rows.statements.rows(LIST_PRESALE_CODES, asked);
      return { data: found.map((row) => codeShape(row, pool, masked)), total: found[0]?.total ?? 0 };
    });
    const entry = {
      action: 'presale_pool.codes_listed',
      subject: { type: 'presale_pool', id: pool },
    } as const;
    return masked ? shown : this.work.recordList(viewer, entry, query, shown);
  }

  /** The codes that members have, as the seller takes them. @throws Problem (404) */
  export(viewer: StaffViewer, pool: number): Promise<Cells[]> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      await change.one(PresalePool, pool);
      const rows = await statements.rows(GIVEN_CODES, { fanclub, pool });
      const subject = { type: 'presale_pool', id: pool } as const;
      change.audit({ action: 'presale_pool.exported', subject, after: { codes: rows.length } });
      return rows;
    });
  }

  /** Mails a member's code once more. @throws Problem (404, 409) */
  resend(viewer: StaffViewer, id: number, request: Repeatable): Promise<object> {
    return this.work.once(viewer, request, async (change) => {
      const code = await change.lock(PresaleCode, id);
      if (code.customerId === null || code.voidedAt !== null) throw conflict('Nobody has this code now.');
      const fanclub = (await this.published.byId(viewer.fanclubId))!;
      if (!(await this.codes.mailAgain(change.statements, fanclub, code)))
        throw conflict('The member is not entitled to the code now, or has no address that works.');
      change.audit({
        action: 'presale_code.resent',
        subject: { type: 'presale_code', id },
        customerId: code.customerId,
      });
      return { id };
    });
  }

  /** Voids a code; the member can get another one. @throws Problem (404, 409) */
  void(viewer: StaffViewer, id: number, reason: string): Promise<void> {
    return this.work.change(viewer, async (change) => {
      await this.voidIn(change, id, reason);
    });
  }

  /** Voids the code of a member and gives them another one, also if the pool has closed. @throws Problem (404, 409) */
  replace(viewer: StaffViewer, id: number, reason: string, request: Repeatable): Promise<object> {
    return this.work.once(viewer, request, async (change) => {
      const { poolId: pool, customerId: customer } = await this.voidIn(change, id, reason);
      if (customer === null) throw conflict('Nobody has this code.');
      const fanclub = (await this.published.byId(viewer.fanclubId))!;
      const asked = { pool, customer, by: 'staff', link: null, anyTime: true } as const;
      const given = await this.codes.claimIn(change.statements, fanclub, asked).catch((error: unknown) => {
        if (violatedUnique(error) === null) throw error;
        throw conflict('The member is claiming a code at the moment. Try again.');
      });
      if (!given) throw notFound();
      if (given.id === null) throw conflict(REFUSALS[given.refusal ?? 'none_left'] ?? 'No code was given.');
      const subject = { type: 'presale_code', id: given.id } as const;
      change.audit({
        action: 'presale_code.replaced',
        subject,
        customerId: customer,
        after: { replaces: id },
      });
      return { id: given.id };
    });
  }

  /** Voids all codes that nobody has. @throws Problem (404) */
  voidFree(viewer: StaffViewer, pool: number, reason: string): Promise<VoidedCodes> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      await change.lock(PresalePool, pool);
      const asked = { fanclub, pool, reason, limit: AT_ONCE, now: this.clock.now() };
      let voided = 0;
      for (let count = 1; count > 0; voided += count) count = await statements.run(VOID_FREE, asked);
      const subject = { type: 'presale_pool', id: pool } as const;
      change.audit({ action: 'presale_pool.unassigned_voided', subject, after: { codes: voided, reason } });
      return { voided };
    });
  }

  /** @throws Problem (404, 409 for a void code) */
  private async voidIn(change: ClubChange, id: number, reason: string): Promise<PresaleCode> {
    const code = await change.lock(PresaleCode, id);
    if (code.voidedAt !== null) throw conflict('This code is void already.');
    const now = this.clock.now();
    await change.update(PresaleCode, id, { voidedAt: now, voidReason: reason, updatedAt: now });
    change.audit({
      action: 'presale_code.voided',
      subject: { type: 'presale_code', id },
      customerId: code.customerId ?? undefined,
      after: { reason },
    });
    return code;
  }
}

function codeShape(row: RowOf<typeof LIST_PRESALE_CODES>, pool: number, masked: boolean): PresaleCodeOfPool {
  const { id, code, state, customer, firstName, lastName, email } = row;
  return {
    id,
    pool,
    code: masked ? maskedCode(code) : code,
    state,
    customer,
    first_name: masked ? initial(firstName) : firstName,
    last_name: masked ? initial(lastName) : lastName,
    email: masked ? maskedEmail(email) : email,
    assigned_at: row.assignedAt && isoUtc(row.assignedAt),
    assigned_by: row.assignedBy,
    mailed_at: row.mailedAt && isoUtc(row.mailedAt),
    used_at: row.usedAt && isoUtc(row.usedAt),
    voided_at: row.voidedAt && isoUtc(row.voidedAt),
    void_reason: row.voidReason,
  };
}
