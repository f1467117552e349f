import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readConfig } from '#platform/config';
import { addressFindings, keyFindings, proxyFindings } from './settings.rules';

const key = (): string => randomBytes(32).toString('base64');
const config = (environment: NodeJS.ProcessEnv = {}) =>
  readConfig({
    DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
    SESSION_KEYS: key(),
    ENCRYPTION_KEYS: key(),
    ...environment,
  });
const states = (found: readonly { state: string }[]): string => found.map(({ state }) => state).join();

describe('the public address', () => {
  it.each([
    ['ok', {}],
    ['ok', { PUBLIC_URL: 'https://api.example.com', HOST: '0.0.0.0' }],
    ['problem', { HOST: '0.0.0.0' }],
    ['warning', { PUBLIC_URL: 'http://api.example.com' }],
    ['warning,problem', { PUBLIC_URL: 'http://api.example.com', SESSION_COOKIE_MODE: 'cross-site' }],
    ['ok', { PUBLIC_URL: 'http://localhost:3000', SESSION_COOKIE_MODE: 'cross-site' }],
  ])('is %s with %j', (expected, environment) => {
    expect(states(addressFindings(config(environment)))).toBe(expected);
  });
});

describe('the keys', () => {
  const [one, other] = [key(), key()];
  const dull = Buffer.from('0123'.repeat(8)).toString('base64');

  it.each([
    ['ok', { SESSION_KEYS: one, ENCRYPTION_KEYS: other }],
    ['ok', { SESSION_KEYS: `${one},${other}` }],
    ['problem', { SESSION_KEYS: dull }],
    ['problem', { ENCRYPTION_KEYS: `${one},${Buffer.alloc(32).toString('base64')}` }],
    ['warning', { SESSION_KEYS: one, ENCRYPTION_KEYS: `${other},${one}` }],
    ['warning', { SESSION_KEYS: `${one},${one}` }],
  ])('are %s', (expected, environment) => {
    expect(states(keyFindings(config(environment)))).toBe(expected);
  });

  it('are named by their position, never printed', () => {
    const [found] = keyFindings(config({ ENCRYPTION_KEYS: `${one},${dull}` }));
    expect(found.text).toBe('key 2 of ENCRYPTION_KEYS is not random');
    expect(JSON.stringify(found)).not.toContain(dull);
  });
});

describe('the trusted proxies', () => {
  const PUBLIC_URL = 'https://api.example.com';
  it.each([
    ['ok', {}],
    ['problem', { PUBLIC_URL }],
    ['ok', { PUBLIC_URL, TRUST_PROXY: '127.0.0.1,10.0.0.0/8,fd00::/16' }],
    ['problem', { PUBLIC_URL, TRUST_PROXY: '0.0.0.0/0' }],
    ['problem', { PUBLIC_URL, TRUST_PROXY: '10.0.0.1,::/0' }],
  ])('are %s with %j', (expected, environment) => {
    expect(states(proxyFindings(config(environment)))).toBe(expected);
  });
});
