/** What a fan club may have removed, in the order in which a run removes it: accounts first, since a removed order can free one. */
export const RETENTION_KINDS = [
  'unconfirmed_accounts',
  'expired_members',
  'contacts',
  'closed_orders',
  'billing_addresses',
] as const;

export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** The least days of each kind. Links of mails work for 30 days, and providers report late money of a closed order for weeks. */
export const LEAST_DAYS: Readonly<Record<RetentionKind, number>> = {
  unconfirmed_accounts: 31,
  expired_members: 365,
  contacts: 90,
  closed_orders: 90,
  billing_addresses: 366,
};

/** A hundred years. */
export const MOST_DAYS = 36_525;

/** After how many days each kind is removed. Null: never. */
export type RetentionDays = Readonly<Record<RetentionKind, number | null>>;

/** The least days of a kind where the operator keeps billing addresses for some years. */
export const leastDays = (kind: RetentionKind, orderYears: number): number =>
  kind === 'billing_addresses' ? Math.max(LEAST_DAYS[kind], orderYears * 366) : LEAST_DAYS[kind];

/** The days that apply: those of the fan club, and never less than the operator's. Null: never. */
export const daysThatApply = (kind: RetentionKind, days: number | null, orderYears: number): number | null =>
  days === null ? null : Math.max(days, leastDays(kind, orderYears));
