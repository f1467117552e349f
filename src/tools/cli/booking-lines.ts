import type { AccountMonth } from '#domains/payments';
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
