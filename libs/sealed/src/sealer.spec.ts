import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { fingerprint, SealBroken, Sealer } from './index';

const old = randomBytes(32);
const young = randomBytes(32);

describe('Sealer', () => {
  const sealer = new Sealer([old]);

  it('opens any text that it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(sealer.open(sealer.seal(plain))).toBe(plain);
      }),
    );
  });

  it('seals the same text differently each time, and does not show it', () => {
    expect(sealer.seal('app secret')).not.toBe(sealer.seal('app secret'));
    expect(sealer.seal('app secret')).not.toContain('app secret');
  });

  it('refuses a text of which any character was changed, dropped or added', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(),
        fc.constantFrom('', 'A', 'b', '0', '_', '=', '.', ' '),
        (plain, at, other) => {
          const sealed = sealer.seal(plain);
          const place = at % (sealed.length + 1);
          const changed = sealed.slice(0, place) + other + sealed.slice(place + 1);
          fc.pre(changed !== sealed);
          expect(() => sealer.open(changed)).toThrow(SealBroken);
          expect(() => sealer.open(`${sealed.slice(0, place)}!${sealed.slice(place)}`)).toThrow(SealBroken);
        },
      ),
    );
  });

  it('refuses arbitrary text with the same error', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(() => sealer.open(text)).toThrow(SealBroken)));
  });

  it('opens texts sealed with an old key, and seals with the newest', () => {
    const rotated = new Sealer([young, old]);
    expect(rotated.open(sealer.seal('kept'))).toBe('kept');
    expect(new Sealer([young]).open(rotated.seal('new'))).toBe('new');
    expect(() => sealer.open(rotated.seal('new'))).toThrow(SealBroken);
    expect(() => new Sealer([young]).open(sealer.seal('kept'))).toThrow(SealBroken);
  });

  it.each([[[]], [[randomBytes(31)]], [[young, randomBytes(33)]]])(
    'refuses keys of a wrong number or length',
    (keys) => {
      expect(() => new Sealer(keys)).toThrow(RangeError);
    },
  );
});

it('recognises texts sealed with an older key', () => {
  const sealed = new Sealer([old]).seal('app secret');
  const rotated = new Sealer([young, old]);
  expect(rotated.isCurrent(sealed)).toBe(false);
  expect(rotated.isCurrent(rotated.seal(rotated.open(sealed)))).toBe(true);
});

it('identifies lists of keys: equal ones alike, and others, or another order, differently', () => {
  expect(fingerprint([young, old])).toBe(fingerprint([Buffer.from(young), Buffer.from(old)]));
  const others = [[old, young], [young], [old], [young, old, old]];
  expect(new Set([[young, old], ...others].map(fingerprint)).size).toBe(5);
  expect(fingerprint([young])).toMatch(/^[0-9a-f]{8}$/);
});
