const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const formatters = new Map<string, Intl.NumberFormat>();

/** Digits with an optional fraction, as PostgreSQL writes a `numeric`. */
type Decimal = `${number}`;

function assertDecimal(amount: string): asserts amount is Decimal {
  if (!DECIMAL.test(amount)) throw new RangeError(`Not a decimal amount: ${amount}`);
}

/**
 * Whether an amount is zero, with any number of digits.
 * @throws RangeError for text that is not a decimal amount.
 */
export function isZero(amount: string): boolean {
  assertDecimal(amount);
  return !/[1-9]/.test(amount);
}

/** Whether this is an ISO 4217 currency code in upper case, `USD`. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/**
 * An amount with at least one decimal and without superfluous zeros: `100.00` → `100.0`, `24.99` → `24.99`. Works on the digits,
 * so nothing is rounded.
 * @throws RangeError for text that is not a decimal amount.
 */
export function decimalString(amount: string): string {
  assertDecimal(amount);
  const [whole, fraction = ''] = amount.split('.');
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${fraction.replace(/0+$/, '') || '0'}`;
}

/**
 * An amount as a JSON number: `100.00` → 100, `24.99` → 24.99. For output only.
 * @throws RangeError for text that is not a decimal amount.
 */
export function decimalNumber(amount: string): number {
  assertDecimal(amount);
  return Number(amount);
}

/**
 * A price for users: `Free` if it is zero, else with two decimals and thousands separators, `$1,250.00`.
 * @param currency ISO 4217 code.
 * @throws RangeError for text that is not a decimal amount, or an unknown currency.
 */
export function displayPrice(amount: string, currency: string): string {
  assertDecimal(amount);
  return isZero(amount) ? 'Free' : formatterOf(currency).format(amount);
}

function formatterOf(currency: string): Intl.NumberFormat {
  let formatter = formatters.get(currency);
  if (!formatter) {
    if (!isCurrency(currency)) throw new RangeError(`Unknown currency: ${currency}`);
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits });
    formatters.set(currency, formatter);
  }
  return formatter;
}
