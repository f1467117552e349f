import { grantsAccess, type Membership } from '#platform/access';
import type { PoolMode } from './presale-pool.entity';

/** The part of a pool that decides who gets a code, and when. */
export interface PoolWindow {
  readonly opensAt: Date;
  /** Null: never. */
  readonly closesAt: Date | null;
}

/** A pool as ticket links publish it. */
export interface PublishedPool extends PoolWindow {
  readonly id: number;
  readonly mode: PoolMode;
  /** Plans whose members are entitled; empty: all plans with exclusive access. */
  readonly planIds: readonly number[];
}

export type PoolStage = 'upcoming' | 'open' | 'closed';

/** Codes are given from `opensAt` on, and before `closesAt`. {@link OPEN_SQL} is the same. */
export function stageOf({ opensAt, closesAt }: PoolWindow, now: Date): PoolStage {
  if (now < opensAt) return 'upcoming';
  return closesAt !== null && now >= closesAt ? 'closed' : 'open';
}

/** Whether the pool `p` gives codes, in SQL. {@link stageOf} is the same. */
export const OPEN_SQL = '(p.opens_at <= $now AND (p.closes_at IS NULL OR p.closes_at > $now))';

/** Whether a membership entitles to codes of a pool (contract 6.5). */
export const isEntitledTo = (membership: Membership | null, pool: Pick<PublishedPool, 'planIds'>): boolean =>
  grantsAccess(membership, pool.planIds);

/** A claim as its statement found it. */
export interface ClaimFacts extends PoolWindow {
  readonly isEntitled: boolean;
  /** Whether the limit of the pool's group leaves room for one more code. */
  readonly isWithinLimit: boolean;
  /** The member's code. Null: none. */
  readonly code: string | null;
  readonly isAnyLeft: boolean;
}

/** Why a member gets no code. */
export type ClaimRefusal = 'not_entitled' | 'upcoming' | 'closed' | 'limit_reached' | 'none_left';

/** Why a member gets no code. Null: they have one or can claim one. A member who is not entitled any more sees no code, but keeps it. */
export function refusalOf(facts: ClaimFacts, now: Date): ClaimRefusal | null {
  if (!facts.isEntitled) return 'not_entitled';
  if (facts.code !== null) return stageOf(facts, now) === 'upcoming' ? 'upcoming' : null;
  const stage = stageOf(facts, now);
  if (stage !== 'open') return stage;
  if (!facts.isWithinLimit) return 'limit_reached';
  return facts.isAnyLeft ? null : 'none_left';
}
