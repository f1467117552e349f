import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import {
  type SignedRequestFault,
  SignedRequestRefused,
  signRequest,
  verifySignedRequest,
  type VerifyOptions,
} from './index';

const SECRET = 'app secret';
const now = new Date('2026-06-15T12:00:00Z');
const NOW = now.getTime() / 1_000;

const verify = (raw: unknown, options: Partial<VerifyOptions> = {}) =>
  verifySignedRequest(raw, SECRET, { now, ...options });

/** Why a request was refused; null when it was not. Whatever else is thrown fails the test. */
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
/** The text, encoded and correctly signed, whether or not it is JSON. */
function signedText(text: string | Buffer): string {
  const encoded = Buffer.from(text).toString('base64url');
  return `${createHmac('sha256', SECRET).update(encoded).digest('base64url')}.${encoded}`;
}
const [signature, payload] = signed().split('.');

describe('verifySignedRequest', () => {
  it('tells who the person is and when the request was issued', () => {
    expect(verify(signed())).toEqual({ userId: '1001', issuedAt: now });
  });

  it('reads a request that was made elsewhere', () => {
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
  ])('takes for user_id %s', (_, user_id, userId) => {
    expect(verify(signed({ user_id })).userId).toBe(userId);
  });

  it.each(['HMAC-SHA256', 'hmac-sha256', 'Hmac-Sha256'])('takes the algorithm %s', (algorithm) => {
    expect(faultOf(signed({ algorithm }))).toBeNull();
  });

  it('ignores what else the payload says, and tolerates padding', () => {
    const padded = Buffer.from(JSON.stringify({ ...good, code: 'x', expires: 0, page: {} })).toString(
      'base64',
    );
    const encoded = padded.replaceAll('+', '-').replaceAll('/', '_');
    const mac = createHmac('sha256', SECRET).update(encoded).digest('base64url');
    expect(faultOf(`${mac}=.${encoded}`)).toBeNull();
    expect(faultOf(`${mac}.${encoded}`)).toBeNull();
  });

  describe('calls the format wrong', () => {
    it.each<[string, unknown]>([
      ['nothing', undefined],
      ['null', null],
      ['a number', 7],
      ['an object', { toString: () => signed() }],
      ['a list that holds a good one', [signed()]],
      ['an empty text', ''],
      ['a word', 'hello'],
      ['a lone dot', '.'],
      ['no signature', `.${payload}`],
      ['no payload', `${signature}.`],
      ['a third part', `${signed()}.x`],
      ['a dot at the end', `${signed()}.`],
      ['a space before', ` ${signed()}`],
      ['a line break behind', `${signed()}\n`],
      ['a character of plain base64', `+${signature.slice(1)}.${payload}`],
      ['too much padding', `${signature}==.${payload}`],
      ['padding in the middle', `=${signature}.${payload}`],
      ['a payload that is no JSON', signedText('algorithm=HMAC-SHA256')],
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
      ['an algorithm that looks alike', { algorithm: 'HMAC-\u017fHA256' }],
      ['an algorithm in a list', { algorithm: ['HMAC-SHA256'] }],
      ['no issued_at', { issued_at: undefined }],
      ['issued_at as text', { issued_at: String(NOW) }],
      ['a fraction in issued_at', { issued_at: NOW + 0.5 }],
      ['issued_at far ahead', { issued_at: NOW + 301 }],
      ['issued_at beyond all numbers', { issued_at: 1e300 }],
      ['no user_id', { user_id: undefined }],
      ['user_id null', { user_id: null }],
      ['user_id empty', { user_id: '' }],
      ['user_id blank', { user_id: '  ' }],
      ['user_id too long', { user_id: 'x'.repeat(256) }],
      ['user_id with a character that no database holds', { user_id: '1\0' }],
      ['user_id with half a character', { user_id: '\ud800' }],
      ['user_id a fraction', { user_id: 1.5 }],
      ['user_id below zero', { user_id: -1 }],
      ['user_id a number that stands for its neighbours too', { user_id: 2 ** 53 }],
      ['user_id a list', { user_id: ['1001'] }],
      ['user_id true', { user_id: true }],
    ])('%s', (_, claims) => expect(faultOf(signed(claims))).toBe('Format'));

    it('of claims that only a prototype has', () => {
      expect(faultOf(signedText(`{"__proto__":${JSON.stringify(good)}}`))).toBe('Format');
    });
  });

  it('counts the age to the second: good for an hour, and for five minutes ahead', () => {
    expect(faultOf(signed({ issued_at: NOW - 3_600 }))).toBeNull();
    expect(faultOf(signed({ issued_at: NOW - 3_601 }))).toBe('TooOld');
    expect(faultOf(signed({ issued_at: -NOW }))).toBe('TooOld');
    expect(faultOf(signed({ issued_at: NOW + 300 }))).toBeNull();
    const later = new Date(now.getTime() + 1);
    expect(faultOf(signed({ issued_at: NOW - 3_600 }), { now: later })).toBe('TooOld');
  });

  it('lets the caller say how old and how far ahead', () => {
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

  it('tells of several faults the first: format, then age, then signature', () => {
    const wrong = (claims: object) => signed(claims, 'another secret');
    expect(faultOf(wrong({ issued_at: 0, algorithm: 'none' }))).toBe('Format');
    expect(faultOf(wrong({ issued_at: 0, user_id: '' }))).toBe('Format');
    expect(faultOf(wrong({ issued_at: 0 }))).toBe('TooOld');
    expect(faultOf(wrong({}))).toBe('InvalidSignature');
  });

  it.each(['', '  '])('verifies nothing with the blank secret %j', (secret) => {
    expect(() => verifySignedRequest(signed({}, secret), secret, { now })).toThrow(RangeError);
  });

  it('shows nothing of what was sent in its error', () => {
    expect(new SignedRequestRefused('TooOld').message).toBe('The signed request was refused: TooOld.');
  });
});

describe('for every request', () => {
  const userIds = fc.oneof(
    fc.maxSafeNat(),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((id) => /^[^\p{Cc}]+$/u.test(id)),
  );

  it('what was signed is read', () => {
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

  it('no change of a single character is accepted', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ '.split('');
    fc.assert(
      fc.property(userIds, fc.nat(), fc.constantFrom(...characters), (user_id, at, other) => {
        const raw = signed({ user_id });
        const place = at % raw.length;
        fc.pre(raw[place] !== other);
        expect(faultOf(raw.slice(0, place) + other + raw.slice(place + 1))).not.toBeNull();
        expect(faultOf(raw.slice(0, place) + raw.slice(place + 1))).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('nothing but the three faults is ever thrown, whatever arrives', () => {
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
      { numRuns: 2_000 },
    );
  });
});

/** The same bytes, with the two bits that base64url leaves unused behind 32 bytes set otherwise. */
function otherSpelling(encoded: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return encoded.slice(0, -1) + alphabet[alphabet.indexOf(encoded.at(-1)!) + 1];
}
