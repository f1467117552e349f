import { hasIds, type PersonKeys } from '#platform/erasure';
import type { AccountToMerge } from '#domains/accounts';
import type { PrizeAtStake } from '#domains/contests';

/** What became of the rows of a merged account in a table, by their keys. */
export interface MergedTable {
  readonly table: string;
  /** The number of rows that the other account had before. */
  readonly present: number;
  readonly moved: readonly string[];
  /** Void, because the other account has one that is alike. */
  readonly voided: readonly string[];
  /** Deleted, or not the member's any more. */
  readonly removed: readonly string[];
  /** Stays with the emptied account. */
  readonly kept: readonly string[];
}

/** The rows of both accounts before and after a merge. */
export interface MergedRows {
  readonly before: { readonly from: PersonKeys; readonly into: PersonKeys };
  readonly after: { readonly from: PersonKeys; readonly into: PersonKeys };
  readonly voided: PersonKeys;
}

/** What became of each row, by comparing before and after. */
export function mergedTables({ before, after, voided }: MergedRows): MergedTable[] {
  const names = [...new Set([...before.from.keys(), ...before.into.keys()])].sort();
  return names.map((table) => {
    const [isVoid, isKept, isThere, wasThere] = [voided, after.from, after.into, before.into].map((keys) => {
      const known = new Set(keys.get(table));
      return (key: string) => known.has(key);
    });
    // Without ids, the same key of both accounts means two rows, and only one of them is left.
    const isSameRow = hasIds(table);
    const isMoved = (key: string) => isThere(key) && (isSameRow || !wasThere(key));
    const fateOf = (key: string) => {
      if (isVoid(key)) return 'voided';
      if (isKept(key)) return 'kept';
      return isMoved(key) ? 'moved' : 'removed';
    };
    const keys = before.from.get(table) ?? [];
    const of = (fate: string) => keys.filter((key) => fateOf(key) === fate);
    return {
      table,
      present: before.into.get(table)?.length ?? 0,
      moved: of('moved'),
      voided: of('voided'),
      removed: of('removed'),
      kept: of('kept'),
    };
  });
}

/** What a merge waits for. */
export interface MergeFacts {
  readonly from: AccountToMerge;
  readonly into: AccountToMerge;
  /** What of either is being paid. */
  readonly payments: readonly { readonly kind: 'order' | 'renewal'; readonly id: number }[];
  /** Prizes that `from` would lose. */
  readonly prizes: readonly PrizeAtStake[];
  /** Orders of `from` with unsent parcels, which would go to another address. */
  readonly parcels: readonly number[];
  /** Whether `from` is entering a card. */
  readonly isEnteringCard: boolean;
}

/** Why a merge is refused, as sentences. None: it can be made. */
export function mergeObstacles({ from, into, ...facts }: MergeFacts): string[] {
  const both = [from, into];
  return [
    ...both.filter((one) => one.blacklisted).map(({ id }) => `Member ${id} is blacklisted.`),
    ...both
      .filter((one) => one.isLeaving)
      .map(({ id }) => `Member ${id} has asked to be erased, and can still change their mind.`),
    ...(into.registered ? [] : [`Member ${into.id} is not registered, so nobody could log in.`]),
    ...(into.registered && !into.confirmed
      ? [`Member ${into.id} has not confirmed the e-mail address, which may be another person's.`]
      : []),
    ...facts.payments.map(({ kind, id }) =>
      kind === 'order'
        ? `Order ${id} waits for its payment, or for a refund.`
        : `Renewal ${id} is being charged.`,
    ),
    ...facts.prizes.map(({ contest, isWon }) =>
      isWon
        ? `Both have entered the contest “${contest}”, and member ${from.id} has won. Their account must stay.`
        : `A prize of the contest “${contest}” waits for the answer of member ${from.id}.`,
    ),
    ...facts.parcels.map(
      (order) =>
        `A parcel of order ${order} is to be sent, and the addresses of both differ: it would go to the address of member ${into.id}.`,
    ),
    ...(facts.isEnteringCard ? [`Member ${from.id} is entering a card.`] : []),
  ];
}
