import { createHmac } from 'node:crypto';

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
