import { fromHundredths, hundredths } from './amounts';

/** Currencies whose amounts are whole. At Stripe, ISK and UGX have two decimals that must be 0. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** Whole currencies whose amounts providers still count in hundredths. */
const COUNTED_IN_HUNDREDTHS = new Set(['ISK', 'UGX']);

const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Whether a fan club can have prices in this currency. Amounts with three decimals are not stored. */
export function isSupportedCurrency(currency: string): boolean {
  return !THREE_DECIMALS.has(currency);
}

/** How many decimals an amount of the currency may have that are not 0: none, or two. */
export function decimalsOf(currency: string): 0 | 2 {
  return WHOLE.has(currency) ? 0 : 2;
}

/** How many minor units of a payment provider are one unit of the currency: 1 or 100. */
export function minorUnitsPerUnit(currency: string): 1n | 100n {
  return WHOLE.has(currency) && !COUNTED_IN_HUNDREDTHS.has(currency) ? 1n : 100n;
}

/** Whether the amount exists in the currency. If the currency has no decimals, only whole amounts do. */
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

/** Minor units as an amount with two decimals: 2499n USD → `24.99`. */
export function fromMinorUnits(count: bigint, currency: string): string {
  return fromHundredths((count * 100n) / minorUnitsPerUnit(currency));
}

/**
 * The tax that is included in a price, rounded half up to an amount of the currency: 19.00 for 119.00 USD at 19 percent.
 * @param rate percent with at most two decimals, `7.70`
 */
export function includedTax(price: string, rate: string, currency: string): string {
  const unit = decimalsOf(currency) === 0 ? 100n : 1n;
  const percent = hundredths(rate);
  const whole = (10_000n + percent) * unit;
  return fromHundredths(((hundredths(price) * percent * 2n + whole) / (whole * 2n)) * unit);
}
