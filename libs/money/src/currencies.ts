/** Currencies whose amounts are whole. At Stripe, ISK and UGX have two decimals that must be 0. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** Whole currencies of which providers still count hundredths. */
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
