import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new unguessable token: 256 random bits as 43 characters of base64url. Only its bearer keeps it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the value has the form of a {@link newToken}. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/** What the server stores of a token: its SHA-256, of no use to whoever steals the store. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
