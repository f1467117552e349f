/** A term of a customer, as a merge reads it. */
export interface HeldTerm {
  readonly id: number;
  readonly customerId: number;
  readonly planId: number;
  readonly startDate: Date;
  /** Null: never. */
  readonly endDate: Date | null;
  readonly cancelled: boolean;
}

/** A term that was bought in advance. */
export interface HeldQueuedTerm {
  readonly id: number;
  readonly customerId: number;
  readonly planId: number;
  readonly createdAt: Date;
  /** Null: it begins when the customer has no active subscription. */
  readonly startsAt: Date | null;
  readonly endDate: Date;
  /** Whether it is still to begin. */
  readonly isWaiting: boolean;
}

/** How the terms of one account continue those of the other. */
export interface MergedTerms {
  /** Moved as they are; `later` of their natural key is in seconds, and 0 unless the other account has the same key. */
  readonly moved: readonly { readonly id: number; readonly later: number }[];
  /** Moved to another time. */
  readonly shifted: readonly { readonly id: number; readonly start: Date; readonly end: Date }[];
  /** Ended now; the rest follows later. */
  readonly split: readonly { readonly id: number; readonly start: Date; readonly end: Date }[];
  readonly movedQueued: readonly { readonly id: number; readonly later: number }[];
  readonly shiftedQueued: readonly { readonly id: number; readonly start: Date; readonly end: Date }[];
}

interface Open extends Pick<HeldTerm, 'id' | 'planId'> {
  readonly kind: 'running' | 'future' | 'queued';
  readonly start: number;
  readonly length: number;
}

/**
 * Adds up the terms of two accounts of one person: what is left of the second account's terms follows the last one of the first, in its
 * order. Nothing is added to a membership without end. Past and cancelled terms stay when they were.
 */
export function mergedTerms(
  of: { readonly from: number; readonly into: number },
  terms: readonly HeldTerm[],
  queued: readonly HeldQueuedTerm[],
  now: Date,
): MergedTerms {
  const open = terms.filter((term) => isOpen(term, now));
  const ends = [...open, ...queued.filter(({ isWaiting }) => isWaiting)]
    .filter(({ customerId }) => customerId === of.into)
    .map(({ endDate }) => endDate);
  const isAdded = ends.length > 0 && open.every(({ endDate }) => endDate !== null);
  const taken = new Set(terms.filter(({ customerId }) => customerId === of.into).map(keyOf));
  const placed = isAdded
    ? placeAfter(Math.max(...ends.map((end) => end!.getTime())), openTerms(of.from, open, queued, now), taken)
    : [];
  const placedOf = (kind: Open['kind']) => placed.filter((one) => one.kind === kind);
  const shifted = placedOf('future');
  // A term that is split keeps its beginning as well.
  const moved = terms
    .filter(({ id, customerId }) => customerId === of.from && shifted.every((one) => one.id !== id))
    .map(({ id, planId, startDate }) => ({ id, later: laterBy(taken, planId, startDate, 1000) }));
  const takenQueued = new Set(
    queued
      .filter(({ customerId }) => customerId === of.into)
      .map(({ planId, createdAt }) => slot(planId, createdAt.getTime())),
  );
  const movedQueued = queued
    .filter(({ customerId }) => customerId === of.from)
    .map(({ id, planId, createdAt }) => ({ id, later: laterBy(takenQueued, planId, createdAt, 1) }));
  return { moved, shifted, split: placedOf('running'), movedQueued, shiftedQueued: placedOf('queued') };
}

/** A term at its new time. */
interface Placed extends Pick<Open, 'kind' | 'id'> {
  readonly start: Date;
  readonly end: Date;
}

/** Places terms one after the other. */
function placeAfter(end: number, waiting: readonly Open[], taken: Set<string>): Placed[] {
  let next = end;
  return waiting.map(({ kind, id, planId, length }) => {
    const start = next + laterBy(taken, planId, new Date(next), 1000) * 1000;
    next = start + length;
    return { kind, id, start: new Date(start), end: new Date(next) };
  });
}

const slot = (plan: number, instant: number): string => `${plan} ${instant}`;

const isOpen = ({ cancelled, endDate }: HeldTerm, now: Date): boolean =>
  !cancelled && (endDate === null || endDate > now);

const keyOf = ({ planId, startDate }: HeldTerm): string => slot(planId, startDate.getTime());

/** The terms of an account that are not over, in the order in which they follow, with what is left of each. */
function openTerms(
  customer: number,
  open: readonly HeldTerm[],
  queued: readonly HeldQueuedTerm[],
  now: Date,
): Open[] {
  const at = now.getTime();
  const own = open.filter(({ customerId }) => customerId === customer);
  const last = Math.max(at, ...own.map(({ endDate }) => endDate!.getTime()));
  return [
    ...own.map(({ id, planId, startDate, endDate }): Open => {
      const start = Math.max(startDate.getTime(), at);
      const kind = startDate.getTime() < at ? 'running' : 'future';
      return { kind, id, planId, start, length: endDate!.getTime() - start };
    }),
    ...queued
      .filter(({ customerId, isWaiting }) => isWaiting && customerId === customer)
      .map(({ id, planId, startsAt, endDate }): Open => {
        const start = startsAt?.getTime() ?? last;
        return { kind: 'queued', id, planId, start, length: endDate.getTime() - start };
      }),
  ]
    .filter(({ length }) => length > 0)
    .sort((one, other) => one.start - other.start || one.id - other.id);
}

/** By how many steps an instant must be later, so that nothing with the same plan has it. */
function laterBy(taken: Set<string>, plan: number, instant: Date, step: number): number {
  let later = 0;
  while (taken.has(slot(plan, instant.getTime() + later * step))) later += 1;
  taken.add(slot(plan, instant.getTime() + later * step));
  return later;
}
