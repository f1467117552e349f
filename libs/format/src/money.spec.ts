import fc from 'fast-check';
import { decimalNumber, decimalString, displayPrice, isCurrency, isZero } from './money';

/** Amounts as in a `numeric(12,2)` column, with the same amount in hundredths. */
const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999n }).map((hundredths) => {
  const digits = hundredths.toString().padStart(3, '0');
  return { hundredths, text: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
});

describe('decimalString', () => {
  it.each([
    ['100.00', '100.0'],
    ['24.99', '24.99'],
    ['24.90', '24.9'],
    ['0.00', '0.0'],
    ['0', '0.0'],
    ['007.10', '7.1'],
    ['-5.50', '-5.5'],
    ['9007199254740993.01', '9007199254740993.01'],
  ])('formats %s as %s', (amount, shown) => {
    expect(decimalString(amount)).toBe(shown);
  });

  it('keeps every hundredth, without superfluous zeros', () => {
    fc.assert(
      fc.property(amounts, ({ hundredths, text }) => {
        const shown = decimalString(text);
        expect(shown).toMatch(/^(0|[1-9]\d*)\.(\d|\d[1-9])$/);
        const [whole, fraction] = shown.split('.');
        expect(BigInt(whole + fraction.padEnd(2, '0'))).toBe(hundredths);
      }),
    );
  });

  it.each(['', '.5', '1.', '1e3', '1,000.00', ' 1', '1\n', 'NaN'])('refuses %j', (text) => {
    expect(() => decimalString(text)).toThrow(RangeError);
    expect(() => decimalNumber(text)).toThrow(RangeError);
    expect(() => displayPrice(text, 'USD')).toThrow(RangeError);
  });
});

describe('decimalNumber', () => {
  it('is the amount as a number', () => {
    expect(JSON.stringify([decimalNumber('100.00'), decimalNumber('24.99')])).toBe('[100,24.99]');
  });
});

describe('displayPrice', () => {
  it.each([
    ['0.00', 'USD', 'Free'],
    ['0', 'USD', 'Free'],
    ['0.01', 'USD', '$0.01'],
    ['24.9', 'USD', '$24.90'],
    ['100.00', 'USD', '$100.00'],
    ['1250.00', 'USD', '$1,250.00'],
    ['1234567890.12', 'EUR', '€1,234,567,890.12'],
    ['9007199254740993.01', 'USD', '$9,007,199,254,740,993.01'],
    ['1250.00', 'JPY', '¥1,250.00'],
  ])('formats %s %s as %s', (amount, currency, shown) => {
    expect(displayPrice(amount, currency)).toBe(shown);
  });

  it('shows the exact amount', () => {
    fc.assert(
      fc.property(amounts, ({ hundredths, text }) => {
        const shown = displayPrice(text, 'USD');
        expect(shown === 'Free' ? 0n : BigInt(shown.replace(/\D/g, ''))).toBe(hundredths);
      }),
    );
  });

  it('throws for an unknown currency', () => {
    expect(() => displayPrice('1.00', 'usd')).toThrow(RangeError);
  });
});

describe('isZero', () => {
  it.each([
    ['0', true],
    ['0.00', true],
    ['-0.0', true],
    ['0.01', false],
    ['10', false],
  ])('of %s is %s', (amount, expected) => {
    expect(isZero(amount)).toBe(expected);
  });

  it('throws for anything but an amount', () => {
    expect(() => isZero('')).toThrow(RangeError);
  });
});

describe('isCurrency', () => {
  it.each([
    ['USD', true],
    ['EUR', true],
    ['usd', false],
    ['US', false],
    ['ABC', false],
    ['', false],
  ])('%j: %s', (code, known) => {
    expect(isCurrency(code)).toBe(known);
  });
});
