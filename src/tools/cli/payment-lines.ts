import type { AccountMonth, ClubPayments, ProblemKind } from '#domains/payments';
import { columns } from './command';

/** The sums of a month and its differences, as tables. */
export function bookingLines(months: readonly AccountMonth[]): string[] {
  const sums = months.flatMap(({ ref, sums, fees }) => [
    ...sums.map(({ currency, ours, theirs }) => [ref, currency, ours, theirs, '']),
    ...fees
      .filter(({ amount }) => Number(amount) !== 0)
      .map(({ currency, amount }) => [ref, currency, '', '', amount]),
  ]);
  const differences = months.flatMap(({ differences }) => differences);
  if (sums.length === 0) return ['Nothing was taken or given back.'];
  return [
    ...columns([['ACCOUNT', 'CURRENCY', 'HERE', 'PROVIDER', 'FEES'], ...sums]),
    ...(differences.length === 0
      ? []
      : [
          '',
          ...columns([
            ['DIFFERS', 'REFERENCE', 'ORDER', 'TIME', 'HERE', 'PROVIDER'],
            ...differences.map(({ kind, reference, orderId, at, ours, theirs }) => [
              ...[kind, reference ?? 'none', orderId === null ? 'none' : String(orderId), at.toISOString()],
              ...[ours ?? 'none', theirs ?? 'none'],
            ]),
          ]),
        ]),
  ];
}

/** The text of each kind of problem, and the kind of its reference. */
const PROBLEMS: Readonly<Record<ProblemKind, readonly [name: string, of: string]>> = {
  other_amount: ['payment of another amount', 'order '],
  waits: ['payment that waits', 'order '],
  account_refuses: ['account that is refused', 'account '],
  disputed: ['payment that its buyer disputes', 'order '],
  refund_failed: ['refund that failed', 'refund '],
  refund_waits: ['refund that waits', 'refund '],
  event_fails: ['event that fails', ''],
  stray: ['payment without an order', 'stray '],
  customer_stays: ['erased customer who is still at the provider', ''],
};

/** Accounts, payments by state, and problems, as tables. */
export function statusLines({ accounts, payments, problems }: ClubPayments): string[] {
  const isoOrNone = (at: Date | null): string => at?.toISOString() ?? 'none';
  return [
    ...columns([
      ['ACCOUNT', 'PROVIDER', 'MODE', 'STATE', 'LAST EVENT'],
      ...accounts.map(({ ref, provider, live, enabled, lastEventAt }) => [
        ref,
        provider,
        live ? 'live' : 'test',
        enabled ? 'enabled' : 'former',
        isoOrNone(lastEventAt),
      ]),
    ]),
    '',
    ...columns([['PAYMENTS', 'COUNT'], ...payments.map(({ state, count }) => [state, String(count)])]),
    '',
    ...(problems.length === 0
      ? ['Nothing needs your attention.']
      : columns([
          ['NEEDS ATTENTION', 'WHICH', 'SINCE', 'CODE'],
          ...problems.map(({ kind, ref, since, code }) => [
            PROBLEMS[kind][0],
            `${PROBLEMS[kind][1]}${ref}`,
            since.toISOString(),
            code,
          ]),
        ])),
  ];
}
