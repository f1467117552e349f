import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new unguessable token: 256 random bits as 43 characters of base64url. Only its bearer stores it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the value has the form of a {@link newToken}. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/** The SHA-256 of a token, which the server stores instead of the token. A stolen hash is useless. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
