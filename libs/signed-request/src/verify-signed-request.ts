import { timingSafeEqual } from 'node:crypto';
import { signatureOf } from './sign-request';
import { SignedRequestRefused } from './signed-request-refused';

/** Who the provider says the person is, and since when. */
export interface VerifiedRequest {
  /** The person's id at the provider; a number is given as its decimal digits. 1 to 255 characters, no control characters. */
  userId: string;
  issuedAt: Date;
}

/** When a signed request is still good. */
export interface VerifyOptions {
  now: Date;
  /** Seconds for which a request is good after it was issued. Default one hour. */
  maxAge?: number;
  /** Seconds by which the provider's clock may be ahead. Default five minutes. */
  maxAhead?: number;
}

/** Characters of a request, and bytes of its payload, beyond which it is not even looked into. */
const LONGEST_REQUEST = 8_192;
const LARGEST_PAYLOAD = 4_096;
const LONGEST_USER_ID = 255;
const ALGORITHM = /^hmac-sha256$/i;
/** No control characters, which databases refuse, and no half characters, which they replace. */
const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}]*$/u;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
const SIGNATURE_BYTES = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a signed request and proves that the owner of `secret` made it lately.
 * @param raw whatever arrived in its place.
 * @throws SignedRequestRefused for everything that arrived and is no good; RangeError for a blank secret, with which
 *   anybody could sign.
 */
export function verifySignedRequest(
  raw: unknown,
  secret: string,
  { now, maxAge = 3_600, maxAhead = 300 }: VerifyOptions,
): VerifiedRequest {
  if (secret.trim() === '') throw new RangeError('A signed request cannot be verified with a blank secret.');
  const { signature, encodedPayload } = partsOf(raw);
  const { userId, issuedAt } = claimsOf(encodedPayload);
  const age = now.getTime() / 1_000 - issuedAt;
  if (age < -maxAhead) throw new SignedRequestRefused('Format');
  if (age > maxAge) throw new SignedRequestRefused('TooOld');
  if (!isSignature(signature, signatureOf(encodedPayload, secret))) {
    throw new SignedRequestRefused('InvalidSignature');
  }
  return { userId, issuedAt: new Date(issuedAt * 1_000) };
}

function partsOf(raw: unknown): { signature: string; encodedPayload: string } {
  if (typeof raw !== 'string' || raw.length > LONGEST_REQUEST) throw new SignedRequestRefused('Format');
  const [signature, encodedPayload, ...rest] = raw.split('.', 3);
  if (rest.length > 0 || !isBase64url(signature) || !isBase64url(encodedPayload)) {
    throw new SignedRequestRefused('Format');
  }
  return { signature, encodedPayload };
}

/** Whether the text is base64url throughout, with all of its padding or none. */
function isBase64url(text: string | undefined): text is string {
  return text !== undefined && BASE64URL.test(text) && (!text.endsWith('=') || text.length % 4 === 0);
}

/** What a well-formed payload says; `issuedAt` in Unix seconds. */
function claimsOf(encodedPayload: string): { userId: string; issuedAt: number } {
  const { algorithm, issued_at: issuedAt, user_id: userId } = payloadOf(encodedPayload);
  const id = userIdOf(userId);
  const isOurs = typeof algorithm === 'string' && ALGORITHM.test(algorithm);
  if (!isOurs || !isWholeNumber(issuedAt) || id === null) throw new SignedRequestRefused('Format');
  return { userId: id, issuedAt };
}

function payloadOf(encodedPayload: string): Record<string, unknown> {
  const bytes = Buffer.from(encodedPayload, 'base64url');
  if (bytes.length > LARGEST_PAYLOAD) throw new SignedRequestRefused('Format');
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new SignedRequestRefused('Format');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SignedRequestRefused('Format');
  }
  return value as Record<string, unknown>;
}

/** A number beyond the exact ones would stand for several people at once, so it stands for nobody. */
function userIdOf(value: unknown): string | null {
  if (isWholeNumber(value) && value >= 0) return String(value);
  if (typeof value !== 'string' || value.length > LONGEST_USER_ID) return null;
  return value.trim() !== '' && PLAIN_TEXT.test(value) ? value : null;
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Compares in constant time. Of the spellings that decode to the same bytes only the canonical one counts. */
function isSignature(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64url');
  const isCanonical = bytes.toString('base64url') === given.replace(/=+$/, '');
  return isCanonical && bytes.length === SIGNATURE_BYTES && timingSafeEqual(bytes, expected);
}
