import fc from 'fast-check';
import { countryName, isCountry } from './places';

describe('isCountry', () => {
  it.each([
    ['US', true],
    ['DE', true],
    ['us', false],
    ['USA', false],
    ['840', false],
    ['ZZ', false],
    ['', false],
    ['__proto__', false],
  ])('%j: %s', (code, known) => {
    expect(isCountry(code)).toBe(known);
  });
});

describe('countryName', () => {
  it.each([
    ['US', 'United States'],
    ['GB', 'United Kingdom'],
    ['DE', 'Germany'],
    ['KR', 'South Korea'],
  ])('of %s is %s', (code, name) => {
    expect(countryName(code)).toBe(name);
  });

  it('of any other text is the text itself', () => {
    fc.assert(fc.property(fc.string(), (text) => isCountry(text) || countryName(text) === text));
  });
});
