import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 of the encoded payload's text; 32 bytes. */
export function signatureOf(encodedPayload: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(encodedPayload).digest();
}

/** Creates a signed request as a provider does; `algorithm` is added unless the payload has one. */
export function signRequest(payload: Readonly<Record<string, unknown>>, secret: string): string {
  const json = JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload });
  const encoded = Buffer.from(json).toString('base64url');
  return `${signatureOf(encoded, secret).toString('base64url')}.${encoded}`;
}

/** The faults of a signed request, in the order in which they are checked. */
export type SignedRequestFault = 'Format' | 'TooOld' | 'InvalidSignature';

/** The signed request is invalid. The message names the fault and does not repeat the request. */
export class SignedRequestRefused extends Error {
  constructor(readonly fault: SignedRequestFault) {
    super(`The signed request was refused: ${fault}.`);
    this.name = 'SignedRequestRefused';
  }
}

/** The content of a valid signed request. */
export interface VerifiedRequest {
  /** The person's id at the provider; a number is given as its decimal digits. 1 to 255 characters, no control characters. */
  userId: string;
  issuedAt: Date;
}

/** Limits for the age of a signed request. */
export interface VerifyOptions {
  now: Date;
  /** Seconds for which a request is valid after it was issued. Default one hour. */
  maxAge?: number;
  /** Seconds by which the provider's clock may be ahead. Default five minutes. */
  maxAhead?: number;
}

/** Maximum characters of a request, and bytes of its payload. */
const MAX_REQUEST_LENGTH = 8_192;
const LARGEST_PAYLOAD = 4_096;
const MAX_USER_ID_LENGTH = 255;
const ALGORITHM = /^hmac-sha256$/i;
/** No control characters, which databases refuse, and no lone surrogates, which they replace. */
const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}]*$/u;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
const SIGNATURE_BYTES = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a signed request, and verifies that the owner of `secret` made it recently.
 * @param raw any value that a client sent
 * @throws SignedRequestRefused for an invalid request; RangeError for a blank secret, because anybody can sign with it
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
  if (typeof raw !== 'string' || raw.length > MAX_REQUEST_LENGTH) throw new SignedRequestRefused('Format');
  const [signature, encodedPayload, ...rest] = raw.split('.', 3);
  if (rest.length > 0 || !isBase64url(signature) || !isBase64url(encodedPayload)) {
    throw new SignedRequestRefused('Format');
  }
  return { signature, encodedPayload };
}

/** Whether the text is base64url, with complete padding or none. */
function isBase64url(text: string | undefined): text is string {
  return text !== undefined && BASE64URL.test(text) && (!text.endsWith('=') || text.length % 4 === 0);
}

/** The claims of a payload; `issuedAt` in Unix seconds. Throws for a wrong format. */
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

/** The id as text; null if invalid. An unsafe integer could mean several people, so it is invalid. */
function userIdOf(value: unknown): string | null {
  if (isWholeNumber(value) && value >= 0) return String(value);
  if (typeof value !== 'string' || value.length > MAX_USER_ID_LENGTH) return null;
  return value.trim() !== '' && PLAIN_TEXT.test(value) ? value : null;
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Compares in constant time. Only the canonical spelling of the bytes is accepted. */
function isSignature(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64url');
  const isCanonical = bytes.toString('base64url') === given.replace(/=+$/, '');
  return isCanonical && bytes.length === SIGNATURE_BYTES && timingSafeEqual(bytes, expected);
}
