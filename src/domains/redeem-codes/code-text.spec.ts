import fc from 'fast-check';
import { codeDigest, codeOf, newCode, printedCode, readCode } from './code-text';

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 }).map((array) => Buffer.from(array));

/** Ways to type a character that mean the same. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = { 0: ['O', 'o'], 1: ['I', 'i', 'L', 'l'] };

describe('A code', () => {
  it('is read as it was printed', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = codeOf(random);
        expect(readCode(code)).toBe(code);
        expect(readCode(printedCode(code))).toBe(code);
      }),
    );
  });

  it('is another one for other bytes', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(codeOf(one) === codeOf(other)).toBe(one.equals(other));
      }),
    );
  });

  it('is read in any case, with spaces, hyphens and look-alikes', () => {
    const typing = fc.array(
      fc.record({
        pick: fc.nat(5),
        lower: fc.boolean(),
        after: fc.constantFrom('', ' ', '-', ' – ', '\u00a0'),
      }),
      { minLength: 16, maxLength: 16 },
    );
    fc.assert(
      fc.property(bytes, typing, (random, typed) => {
        const code = codeOf(random);
        const text = [...code].map((character, at) => {
          const { pick, lower, after } = typed[at];
          const spelt = [character, ...(SPELLINGS[character] ?? [])];
          const chosen = spelt[pick % spelt.length];
          return (lower ? chosen.toLowerCase() : chosen) + after;
        });
        expect(readCode(text.join(''))).toBe(code);
      }),
    );
  });

  it.each(['', '7Q2M-4XHD-9PRT-0VW', '7Q2M-4XHD-9PRT-0VWK1', '7Q2M-4XHD-9PRT-0VWU', '7Q2M_4XHD_9PRT_0VWK'])(
    'is not %j',
    (typed) => {
      expect(readCode(typed)).toBeNull();
    },
  );

  it('has 16 characters in groups of four, and a digest of 32 bytes', () => {
    expect(printedCode(newCode())).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(codeDigest(newCode())).toHaveLength(32);
    expect(codeOf(Buffer.alloc(10))).toBe('0'.repeat(16));
    expect(codeOf(Buffer.alloc(10, 255))).toBe('Z'.repeat(16));
  });
});
