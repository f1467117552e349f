import fc from 'fast-check';
import { secondsAfter } from '#libs/clock';
import { countedAddress, mailboxOf, secondsUntilFree } from './limits.rules';

describe('countedAddress', () => {
  it.each([
    ['letter case', 'Ada@X.example', 'aDA@x.EXAMPLE'],
    ['white space around it', ' ada@x.example\t', 'ada@x.example'],
    ['a capital i with a dot', 'İda@x.example', 'ida@x.example'],
    ['the sign for Kelvin', '\u212Aai@x.example', 'kai@x.example'],
    ['either small sigma', 'ΝΙΚΟΣ@x.example', 'νικος@x.example'],
    ['either small sigma', 'νικοσ@x.example', 'νικος@x.example'],
    ['a capital sharp s', 'weiẞ@x.example', 'weiß@x.example'],
    ['how an accent is written', 'jose\u0301@x.example', 'jos\u00e9@x.example'],
  ])('is the same for two spellings: %s', (_what, one, other) => {
    expect(countedAddress(one)).toBe(countedAddress(other));
  });

  it('keeps other addresses apart', () => {
    const addresses = [
      'ada@x.example',
      'ida@x.example',
      'ada@y.example',
      'ad.a@x.example',
      'ada+1@x.example',
    ];
    expect(new Set(addresses.map(countedAddress)).size).toBe(addresses.length);
  });
});

describe('mailboxOf', () => {
  it.each([
    ['a tag', 'ada+1@x.example', 'ada@x.example'],
    ['one of several tags', 'ada+news+x@x.example', 'ada@x.example'],
    ['an empty tag', 'ada+@x.example', 'ada@x.example'],
    ['letter case', 'ADA+News@X.example', 'ada@x.example'],
    ['a tag with an @ in quotes', '"ada+a@b"@x.example', '"ada@x.example'],
  ])('ignores %s', (_what, one, other) => {
    expect(mailboxOf(one)).toBe(mailboxOf(other));
  });

  it('keeps other mailboxes apart', () => {
    const addresses = ['ada@x.example', 'ad.a@x.example', 'ada@y+z.example', 'ada-1@x.example', '@x.example'];
    expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length);
  });
});

const now = new Date('2026-06-15T12:00:00Z');
const windows = fc.integer({ min: 1, max: 86_400 });

describe('the time until a limit is free', () => {
  it('is the smallest sufficient number of whole seconds, and never longer than a window', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 0, max: 86_400_000 }), (seconds, elapsed) => {
        const endsAt = secondsAfter(now, seconds);
        const asked = new Date(now.getTime() + elapsed);
        fc.pre(asked < endsAt);
        const wait = secondsUntilFree(endsAt, asked);
        expect(Number.isInteger(wait) && wait >= 1 && wait <= seconds).toBe(true);
        expect(asked.getTime() + wait * 1000).toBeGreaterThanOrEqual(endsAt.getTime());
        expect(asked.getTime() + (wait - 1) * 1000).toBeLessThan(endsAt.getTime());
      }),
    );
  });
});
