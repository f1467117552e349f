import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import {
  type SignedRequestFault,
  SignedRequestRefused,
  signRequest,
  verifySignedRequest,
  type VerifyOptions,
} from './index';
import { examples, it, itInBoth } from '../../../test/suite/form';

const SECRET = 'app secret';
const now = new Date('2026-06-15T12:00:00Z');
const NOW = now.getTime() / 1_000;

const verify = (raw: unknown, options: Partial<VerifyOptions> = {}) =>
  verifySignedRequest(raw, SECRET, { now, ...options });

/** The fault of a request; null if it is valid. Any other error fails the test. */
function faultOf(raw: unknown, options: Partial<VerifyOptions> = {}): SignedRequestFault | null {
  try {
    verify(raw, options);
    return null;
  } catch (error) {
    if (error instanceof SignedRequestRefused) return error.fault;
    throw error;
  }
}

const good = { algorithm: 'HMAC-SHA256', issued_at: NOW, user_id: '1001' };
const signed = (claims: object = {}, secret = SECRET) => signRequest({ ...good, ...claims }, secret);
/** The text, encoded and correctly signed, even if it is not JSON. */
function signedText(text: string | Buffer): string {
  const encoded = Buffer.from(text).toString('base64url');
  return `${createHmac('sha256', SECRET).update(encoded).digest('base64url')}.${encoded}`;
}
const [signature, payload] = signed().split('.');

describe('verifySignedRequest', () => {
  it('returns the person’s id and the time of issue', () => {
    expect(verify(signed())).toEqual({ userId: '1001', issuedAt: now });
  });

  it('reads a request made by another program', () => {
    const elsewhere =
      'k4pDK-O-fnOtKcH_nqlQCr9cBPojyJfPdJRoT_28yak.' +
      'eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTc4MTUyNDgwMCwidXNlcl9pZCI6IjEwMDEifQ';
    expect(signature).toHaveLength(43);
    expect(verify(elsewhere)).toEqual({ userId: '1001', issuedAt: now });
  });

  it.each<[string, unknown, string]>([
    ['a text of digits', '42', '42'],
    ['a whole number', 42, '42'],
    ['zero', 0, '0'],
    ['the largest exact number', Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['any other word', 'uid-42', 'uid-42'],
    ['the longest text', 'x'.repeat(255), 'x'.repeat(255)],
  ])('accepts %s as user_id', (_, user_id, userId) => {
    expect(verify(signed({ user_id })).userId).toBe(userId);
  });

  it.each(['HMAC-SHA256', 'hmac-sha256', 'Hmac-Sha256'])('accepts the algorithm %s', (algorithm) => {
    expect(faultOf(signed({ algorithm }))).toBeNull();
  });

  it('ignores other fields of the payload, and accepts padding', () => {
    const padded = Buffer.from(JSON.stringify({ ...good, code: 'x', expires: 0, page: {} })).toString(
      'base64',
    );
    const encoded = padded.replaceAll('+', '-').replaceAll('/', '_');
    const mac = createHmac('sha256', SECRET).update(encoded).digest('base64url');
    expect(faultOf(`${mac}=.${encoded}`)).toBeNull();
    expect(faultOf(`${mac}.${encoded}`)).toBeNull();
  });

  describe('refuses the format of', () => {
    it.each<[string, unknown]>([
      ['nothing', undefined],
      ['null', null],
      ['a number', 7],
      ['an object', { toString: () => signed() }],
      ['a list with a valid one', [signed()]],
      ['an empty text', ''],
      ['a word', 'hello'],
      ['a lone dot', '.'],
      ['no signature', `.${payload}`],
      ['no payload', `${signature}.`],
      ['a third part', `${signed()}.x`],
      ['a dot at the end', `${signed()}.`],
      ['a space before', ` ${signed()}`],
      ['a line break after it', `${signed()}\n`],
      ['a character of plain base64', `+${signature.slice(1)}.${payload}`],
      ['too much padding', `${signature}==.${payload}`],
      ['padding in the middle', `=${signature}.${payload}`],
      ['a payload that is not JSON', signedText('algorithm=HMAC-SHA256')],
      ['a payload that is not UTF-8', signedText(Buffer.from('7b22ff223a317d', 'hex'))],
      ['a payload that is null', signedText('null')],
      ['a payload that is a list', signedText(JSON.stringify([good]))],
      ['a payload that is a text', signedText(JSON.stringify(JSON.stringify(good)))],
      ['a payload above 4 KiB', signed({ filler: 'x'.repeat(4_096) })],
      ['more than 8 KiB', `${'A'.repeat(8_192)}.${payload}`],
    ])('%s', (_, raw) => expect(faultOf(raw)).toBe('Format'));

    it.each<[string, object]>([
      ['no algorithm', { algorithm: undefined }],
      ['another algorithm', { algorithm: 'HMAC-SHA1' }],
      ['no signature at all', { algorithm: 'none' }],
      ['an algorithm with a similar letter', { algorithm: 'HMAC-\u017fHA256' }],
      ['an algorithm in a list', { algorithm: ['HMAC-SHA256'] }],
      ['no issued_at', { issued_at: undefined }],
      ['issued_at as text', { issued_at: String(NOW) }],
      ['a fraction in issued_at', { issued_at: NOW + 0.5 }],
      ['issued_at too far in the future', { issued_at: NOW + 301 }],
      ['issued_at an unsafe integer', { issued_at: 1e300 }],
      ['no user_id', { user_id: undefined }],
      ['user_id null', { user_id: null }],
      ['user_id empty', { user_id: '' }],
      ['user_id blank', { user_id: '  ' }],
      ['user_id too long', { user_id: 'x'.repeat(256) }],
      ['user_id with NUL', { user_id: '1\0' }],
      ['user_id with a lone surrogate', { user_id: '\ud800' }],
      ['user_id a fraction', { user_id: 1.5 }],
      ['user_id below zero', { user_id: -1 }],
      ['user_id an unsafe integer', { user_id: 2 ** 53 }],
      ['user_id a list', { user_id: ['1001'] }],
      ['user_id true', { user_id: true }],
    ])('%s', (_, claims) => expect(faultOf(signed(claims))).toBe('Format'));

    it('claims that only a prototype has', () => {
      expect(faultOf(signedText(`{"__proto__":${JSON.stringify(good)}}`))).toBe('Format');
    });
  });

  it('accepts a request for an hour, and five minutes early, to the second', () => {
    expect(faultOf(signed({ issued_at: NOW - 3_600 }))).toBeNull();
    expect(faultOf(signed({ issued_at: NOW - 3_601 }))).toBe('TooOld');
    expect(faultOf(signed({ issued_at: -NOW }))).toBe('TooOld');
    expect(faultOf(signed({ issued_at: NOW + 300 }))).toBeNull();
    const later = new Date(now.getTime() + 1);
    expect(faultOf(signed({ issued_at: NOW - 3_600 }), { now: later })).toBe('TooOld');
  });

  it('accepts other limits for age and clock difference', () => {
    expect(faultOf(signed({ issued_at: NOW - 11 }), { maxAge: 10 })).toBe('TooOld');
    expect(faultOf(signed({ issued_at: NOW - 86_400 }), { maxAge: 86_400 })).toBeNull();
    expect(faultOf(signed({ issued_at: NOW + 1 }), { maxAhead: 0 })).toBe('Format');
  });

  it.each([
    ['of another secret', signed({}, 'another secret')],
    ['of another payload', `${signed({ user_id: '1002' }).split('.')[0]}.${payload}`],
    ['that is cut short', `${signature.slice(0, 40)}.${payload}`],
    ['that is too long', `${signature}AAAA.${payload}`],
    ['with other bits behind its end', `${otherSpelling(signature)}.${payload}`],
  ])('refuses a signature %s', (_, raw) => expect(faultOf(raw)).toBe('InvalidSignature'));

  it('reports the first of several faults: format, then age, then signature', () => {
    const wrong = (claims: object) => signed(claims, 'another secret');
    expect(faultOf(wrong({ issued_at: 0, algorithm: 'none' }))).toBe('Format');
    expect(faultOf(wrong({ issued_at: 0, user_id: '' }))).toBe('Format');
    expect(faultOf(wrong({ issued_at: 0 }))).toBe('TooOld');
    expect(faultOf(wrong({}))).toBe('InvalidSignature');
  });

  it.each(['', '  '])('verifies nothing with the blank secret %j', (secret) => {
    expect(() => verifySignedRequest(signed({}, secret), secret, { now })).toThrow(RangeError);
  });

  it('does not repeat the request in its error', () => {
    expect(new SignedRequestRefused('TooOld').message).toBe('The signed request was refused: TooOld.');
  });
});

describe('every request', () => {
  const userIds = fc.oneof(
    fc.maxSafeNat(),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((id) => /^[^\p{Cc}]+$/u.test(id)),
  );

  it('is read as it was signed', () => {
    fc.assert(
      fc.property(
        userIds.filter((id) => String(id).trim() !== ''),
        fc.integer({ min: NOW - 3_600, max: NOW + 300 }),
        fc.string({ minLength: 1 }).filter((secret) => secret.trim() !== ''),
        (user_id, issued_at, secret) => {
          const raw = signRequest({ issued_at, user_id }, secret);
          expect(verifySignedRequest(raw, secret, { now })).toEqual({
            userId: String(user_id),
            issuedAt: new Date(issued_at * 1_000),
          });
        },
      ),
    );
  });

  itInBoth('is refused after a change of any single character', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ '.split('');
    fc.assert(
      fc.property(userIds, fc.nat(), fc.constantFrom(...characters), (user_id, at, other) => {
        const raw = signed({ user_id });
        const place = at % raw.length;
        fc.pre(raw[place] !== other);
        expect(faultOf(raw.slice(0, place) + other + raw.slice(place + 1))).not.toBeNull();
        expect(faultOf(raw.slice(0, place) + raw.slice(place + 1))).not.toBeNull();
      }),
      { numRuns: examples(2_000) },
    );
  });

  itInBoth('throws one of the three faults or nothing, for any value', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.base64String(), fc.base64String()).map((parts) => parts.join('.')),
      fc.json().map(signedText),
      fc
        .dictionary(fc.constantFrom('algorithm', 'issued_at', 'user_id', '__proto__'), fc.jsonValue())
        .map((claims) => signedText(JSON.stringify({ ...good, ...claims }))),
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), texts), (raw) => {
        expect([null, 'Format', 'TooOld', 'InvalidSignature']).toContain(faultOf(raw));
      }),
      { numRuns: examples(2_000) },
    );
  });
});

/** The same bytes in another spelling: base64url leaves two bits unused after 32 bytes. */
function otherSpelling(encoded: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return encoded.slice(0, -1) + alphabet[alphabet.indexOf(encoded.at(-1)!) + 1];
}
