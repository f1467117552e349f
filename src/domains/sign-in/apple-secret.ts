import { createPrivateKey, sign } from 'node:crypto';

/** Apple's name in the secrets that are made for it. */
const AUDIENCE = 'https://appleid.apple.com';

/** Seconds for which a secret is valid; it is made for each request. */
const LIFETIME = 300;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Apple's client secret: a JWT, signed with the key of the fan club's developer account. @param key PKCS#8, PEM @throws Error for another key */
export function appleSecret(
  { clientId, teamId, keyId, key }: { clientId: string; teamId: string; keyId: string; key: string },
  now: Date,
): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { iss: teamId, iat: issuedAt, exp: issuedAt + LIFETIME, aud: AUDIENCE, sub: clientId };
  const content = `${encoded({ alg: 'ES256', kid: keyId })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(content), {
    key: createPrivateKey(key),
    dsaEncoding: 'ieee-p1363',
  });
  return `${content}.${signature.toString('base64url')}`;
}
