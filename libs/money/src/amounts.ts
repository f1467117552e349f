const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * An amount in hundredths.
 * @throws RangeError for text that is not a decimal amount, or has more than two decimals
 */
export function hundredths(amount: string): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`Not an amount with at most two decimals: ${amount}`);
  const absolute = BigInt(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? -absolute : absolute;
}

/** Hundredths as an amount with two decimals, as PostgreSQL writes `numeric(12,2)`: 2499n → `24.99`. */
export function fromHundredths(count: bigint): string {
  const digits = String(count < 0n ? -count : count).padStart(3, '0');
  return `${count < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same amount with exactly two decimals. */
export const exact = (amount: string): string => fromHundredths(hundredths(amount));

/** The sum with two decimals; `0.00` without amounts. */
export function add(...amounts: string[]): string {
  return fromHundredths(amounts.reduce((sum, amount) => sum + hundredths(amount), 0n));
}

/** The difference with two decimals. It may be negative. */
export function subtract(from: string, amount: string): string {
  return fromHundredths(hundredths(from) - hundredths(amount));
}

/** Negative if `a` is less than `b`, 0 if they are equal (also `1` and `1.00`), positive if `a` is more. */
export function compare(a: string, b: string): number {
  const difference = hundredths(a) - hundredths(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
