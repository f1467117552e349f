import * as bcrypt from 'bcrypt';
import { Passwords } from '#libs/password';
import { countStatements } from '#libs/testing';
import { testApp } from '../support/start-test-app';

const t = testApp();

/** Attempts of each kind, taken in turn. */
const TRIES = 40;

/**
 * How far apart the medians may be. A missing hash makes a factor of ten or more, another format of the hash a factor of four. Other
 * work on the machine made a factor of 1.61 with 15 attempts.
 */
const TOLERANCE = 2;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median time of a failed log-in of each address, in milliseconds. */
async function medians(emails: readonly string[], key: string, tries = TRIES): Promise<number[]> {
  const passwords = t.app.get(Passwords);
  const times = new Map(emails.map((email) => [email, [] as number[]]));
  const answers = new Set<string>();
  // The first failure looks up and measures the formats in use.
  await t.api.post('/login', { email: emails[0], password: 'wrong' }, { key });
  for (let n = 0; n < tries; n += 1) {
    for (const [email, taken] of times) {
      const before = passwords.verifications;
      const began = performance.now();
      const { text } = await t.api.post('/login', { email, password: 'wrong' }, { key });
      taken.push(performance.now() - began);
      expect(passwords.verifications).toBe(before + 1);
      answers.add(text);
    }
  }
  expect([...answers]).toEqual([
    '{"status":"error","messages":["Email and password combination is incorrect."]}',
  ]);
  return [...times.values()].map(median);
}

function expectAlike(times: readonly number[]): void {
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(TOLERANCE);
}

it('a log-in takes one hash and the same time, whether or not the address has an account', async () => {
  const { key } = await t.given.fanclub();
  await t.given.customer({ email: 'ada@x.example' });
  expectAlike(await medians(['ada@x.example', 'nobody@x.example'], key));
}, 90_000);

it('a log-in takes the same time for any format of the hash, and for an unknown address', async () => {
  // A new fan club, since the formats of a fan club are looked up once a minute.
  const { id: fanclubId, key } = await t.given.fanclub({ id: 4711 });
  await t.given.customer({ fanclubId, email: 'new@x.example' });
  const imported = await bcrypt.hash('from the old system', 11);
  await t.given.customer({ fanclubId, email: 'old@x.example', passwordHash: imported });

  expectAlike(await medians(['nobody@x.example', 'new@x.example', 'old@x.example'], key, 25));

  const right = { email: 'old@x.example', password: 'from the old system' };
  expect((await t.api.post('/login', right, { key })).body.status).toBe('ok');
  const [{ password_hash: rehashed }] = await t.db.query<{ password_hash: string }[]>(
    `SELECT password_hash FROM customers WHERE email = 'old@x.example'`,
  );
  expect(rehashed).toMatch(/^\$argon2id\$/);
}, 120_000);

it('the existing formats are looked up once, not at each log-in', async () => {
  const { id: fanclubId, key } = await t.given.fanclub({ id: 4712 });
  await t.given.customer({ fanclubId, email: 'ada@x.example' });
  const counter = countStatements();
  for (let n = 0; n < 5; n += 1)
    await t.api.post('/login', { email: 'ada@x.example', password: 'wrong' }, { key });
  expect(counter.stop().filter((text) => text.includes('RECURSIVE'))).toHaveLength(1);
});
