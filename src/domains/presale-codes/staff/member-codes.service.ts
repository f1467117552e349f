import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import type { RowOf } from '#platform/database';
import { type ListPage, type ListQuery, pageOf, type StaffViewer, StaffWorkService } from '#platform/staff';
import type { PresaleCodeOfMember } from './dto/pool.answers';
import { CODES_OF_MEMBER } from './pool-codes.queries';
import { maskedCode } from './pool-codes.rules';

type Row = RowOf<typeof CODES_OF_MEMBER>;

/** The codes of single members, for support. */
@Injectable()
export class MemberCodesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  /** The codes that a member has or had, the last one first. Recorded unless they are masked. */
  async list(
    viewer: StaffViewer,
    customer: number,
    query: ListQuery,
  ): Promise<ListPage<PresaleCodeOfMember>> {
    const masked = viewer.reach('presale_codes.read') !== 'full';
    const rows = await this.work.read(viewer, ({ statements, fanclubId: fanclub }) =>
      statements.rows(CODES_OF_MEMBER, { fanclub, customer }),
    );
    if (!masked && rows.length > 0) await this.work.recordRead(viewer, customer);
    const now = this.clock.now();
    const printed = rows.map((row) => shape(row, masked, now));
    return pageOf(printed, query, ({ pool_name }) => [pool_name]);
  }
}

function shape(row: Row, masked: boolean, now: Date): PresaleCodeOfMember {
  const { id, pool, code, state } = row;
  return {
    id,
    pool,
    pool_name: row.poolName,
    code: masked ? maskedCode(code) : code,
    state,
    assigned_at: row.assignedAt && isoUtc(row.assignedAt),
    mailed_at: row.mailedAt && isoUtc(row.mailedAt),
    not_mailed: notMailed(row, now),
    used_at: row.usedAt && isoUtc(row.usedAt),
    void_reason: row.voidReason,
  };
}

function notMailed(
  { state, mailedAt, opensAt, hasAddress }: Row,
  now: Date,
): PresaleCodeOfMember['not_mailed'] {
  if (mailedAt !== null || state === 'void') return null;
  if (!hasAddress) return 'no_address';
  return opensAt > now ? 'not_open' : 'not_sent';
}
