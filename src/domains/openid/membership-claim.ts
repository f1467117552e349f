import { isoUtc } from '#libs/format';
import { subscriptionState } from '#platform/access';
import type { RowOf } from '#platform/database';
import { planClass } from '#domains/plans';
import type { MEMBERSHIPS } from './member.queries';

/** What an application reads of a membership. */
export interface MembershipClaim {
  /** Whether the membership is active, also if it has lapsed. */
  readonly member: boolean;
  /** Null: never a member. */
  readonly plan: { readonly class: string; readonly name: string } | null;
  /** `lapsed`: over, and active for a while for the renewal. Null: never a member. */
  readonly status: 'active' | 'lapsed' | 'expired' | null;
  /** When it ends, or ended. Null: never. */
  readonly until: string | null;
  /** The plan's tags, and the names of its benefits. Empty without an active membership. */
  readonly groups: readonly string[];
}

const NONE: MembershipClaim = { member: false, plan: null, status: null, until: null, groups: [] };

/** @param rows the member's memberships, the latest start first */
export function membershipClaim(rows: readonly RowOf<typeof MEMBERSHIPS>[], now: Date): MembershipClaim {
  const states = rows.map((row) => ({ row, ...subscriptionState(row, now) }));
  const found =
    states.find(({ status }) => status === 'active') ?? states.find(({ status }) => status === 'expired');
  if (!found) return NONE;
  const { row, status, lapsed } = found;
  const member = status === 'active';
  return {
    member,
    plan: { class: planClass({ id: row.planId, name: row.planName }), name: row.planName },
    status: !member ? 'expired' : lapsed ? 'lapsed' : 'active',
    until: endOf(lapsed ? row.extendedUntil : row.endDate, member ? null : now),
    groups: member ? [...new Set([...row.tags, ...row.benefits])] : [],
  };
}

/** A cancelled membership has ended before its end, at a time that is not known. */
const endOf = (end: Date | null, latest: Date | null): string | null =>
  end === null || (latest !== null && end > latest) ? null : isoUtc(end);
