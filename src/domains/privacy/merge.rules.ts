import { hasIds, type PersonKeys } from '#platform/erasure';
import type { AccountToMerge } from '#domains/accounts';

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
  /** What of `from` is being paid. */
  readonly payments: readonly { readonly kind: 'order' | 'renewal'; readonly id: number }[];
  /** Contests that both entered, and in which a prize waits for `from`. */
  readonly prizes: readonly string[];
}

/** Why a merge is refused, as sentences. None: it can be made. */
export function mergeObstacles({ from, into, payments, prizes }: MergeFacts): string[] {
  const both = [from, into];
  return [
    ...both.filter((one) => one.blacklisted).map(({ id }) => `Member ${id} is blacklisted.`),
    ...both
      .filter((one) => one.isLeaving)
      .map(({ id }) => `Member ${id} has asked to be erased, and can still change their mind.`),
    ...(into.registered ? [] : [`Member ${into.id} is not registered, so nobody could log in.`]),
    ...payments.map(({ kind, id }) =>
      kind === 'order'
        ? `Order ${id} waits for its payment, or for a refund.`
        : `Renewal ${id} is being charged.`,
    ),
    ...prizes.map(
      (contest) => `Both have entered the contest “${contest}”, and a prize waits for member ${from.id}.`,
    ),
  ];
}
