import { generateKeyPairSync, verify } from 'node:crypto';
import { appleSecret } from './apple-secret';

it('is a short-lived JWT that the key of the developer account has signed', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const now = new Date('2026-06-15T12:00:00Z');
  const made = appleSecret({ clientId: 'club.example', teamId: 'TEAM', keyId: 'KEY', key }, now);
  const [head, claims, signature] = made.split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ alg: 'ES256', kid: 'KEY' });
  const iat = now.getTime() / 1000;
  expect(read(claims)).toEqual({
    iss: 'TEAM',
    iat,
    exp: iat + 300,
    aud: 'https://appleid.apple.com',
    sub: 'club.example',
  });
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url')),
  ).toBe(true);
});
