import { fromHundredths, hundredths } from './amounts';
import { decimalsOf, isSupportedCurrency, minorUnitsPerUnit } from './currencies';

/** Whether the currency has this amount: a whole one, if it has no decimals. */
export function isPayable(amount: string, currency: string): boolean {
  return decimalsOf(currency) === 2 || hundredths(amount) % 100n === 0n;
}

/**
 * An amount in minor units of a payment provider: 24.99 USD → 2499n, 100 JPY → 100n.
 * @throws RangeError for an amount that the currency does not have, or a currency with three decimals
 */
export function minorUnits(amount: string, currency: string): bigint {
  if (!isSupportedCurrency(currency)) throw new RangeError(`Currency with three decimals: ${currency}`);
  if (!isPayable(amount, currency)) throw new RangeError(`${currency} has no decimals: ${amount}`);
  return (hundredths(amount) * minorUnitsPerUnit(currency)) / 100n;
}

/** The amount with two decimals of some minor units: 2499n USD → `24.99`. */
export function fromMinorUnits(count: bigint, currency: string): string {
  return fromHundredths((count * 100n) / minorUnitsPerUnit(currency));
}
