import fc from 'fast-check';
import {
  add,
  compare,
  fromHundredths,
  fromMinorUnits,
  hundredths,
  includedTax,
  isPayable,
  isSupportedCurrency,
  minorUnits,
  subtract,
} from '#libs/money';

const CURRENCIES = Intl.supportedValuesOf('currency').filter(isSupportedCurrency);
const hundredthsOf = fc.bigInt({ min: 0n, max: 999_999_999_999n });

describe('Amounts', () => {
  it('are added, subtracted and compared without rounding', () => {
    expect(add('0.1', '0.2')).toBe('0.30');
    expect(add()).toBe('0.00');
    expect(subtract('10', '24.99')).toBe('-14.99');
    expect(compare('10.0', '10.00')).toBe(0);
    expect(compare('9.99', '10')).toBeLessThan(0);
  });

  it('with three decimals, or that are no amount, are refused', () => {
    for (const wrong of ['1.234', '', '1e3', '.5', 'NaN']) expect(() => add(wrong)).toThrow(RangeError);
  });

  it('are the same after adding and subtracting another', () => {
    fc.assert(
      fc.property(hundredthsOf, hundredthsOf, (a, b) => {
        const [one, other] = [fromHundredths(a), fromHundredths(b)];
        expect(subtract(add(one, other), other)).toBe(one);
      }),
    );
  });
});

describe('Minor units', () => {
  it.each([
    ['24.99', 'USD', 2499n],
    ['100', 'JPY', 100n],
    ['100.00', 'ISK', 10000n],
  ])('of %s %s are %s', (amount, currency, units) => {
    expect(minorUnits(amount, currency)).toBe(units);
  });

  it('do not exist of a part of a yen, nor of a currency with three decimals', () => {
    expect(() => minorUnits('0.50', 'JPY')).toThrow(RangeError);
    expect(() => minorUnits('1.00', 'KWD')).toThrow(RangeError);
  });

  it('give the same amount back in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), hundredthsOf, (currency, count) => {
        const amount = fromHundredths(isPayable(fromHundredths(count), currency) ? count : count * 100n);
        expect(fromMinorUnits(minorUnits(amount, currency), currency)).toBe(amount);
      }),
    );
  });
});

describe('The included tax', () => {
  it.each([
    ['119.00', 'USD', '19', '19.00'],
    ['10.00', 'USD', '7.7', '0.71'],
    ['0.00', 'USD', '19', '0.00'],
    ['24.99', 'USD', '0', '0.00'],
    ['1100', 'JPY', '10', '100.00'],
    ['105', 'JPY', '10', '10.00'],
  ])('of %s %s at %s percent is %s', (price, currency, rate, tax) => {
    expect(includedTax(price, rate, currency)).toBe(tax);
  });

  it('is the rate of the rest of the price, to half a unit of the currency', () => {
    const rates = fc.integer({ min: 1, max: 9_999 });
    fc.assert(
      fc.property(hundredthsOf, rates, fc.constantFrom(...CURRENCIES), (price, rate, currency) => {
        const unit = isPayable('0.01', currency) ? 1n : 100n;
        const paid = (price / unit) * unit;
        const tax = hundredths(includedTax(fromHundredths(paid), fromHundredths(BigInt(rate)), currency));
        expect(tax % unit).toBe(0n);
        const exact = paid * BigInt(rate);
        const distance = tax * (10_000n + BigInt(rate)) - exact;
        expect((distance < 0n ? -distance : distance) * 2n <= unit * (10_000n + BigInt(rate))).toBe(true);
      }),
    );
  });
});
