import { hashToken, isToken, newToken } from './token';

it('creates different tokens, and recognises their form', () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every(isToken)).toBe(true);
  expect(['too short', '', null, 7, `${newToken()}=`].some(isToken)).toBe(false);
});

it('hashes a token with SHA-256', () => {
  expect(hashToken('abc').toString('hex')).toMatch(/^ba7816bf8f01cfea414140de5dae2223/);
});
