import { Passwords } from '#libs/password';
import { testApp } from '../support/start-test-app';

const t = testApp();

/** So many tries of each kind, in turn. */
const TRIES = 40;

/**
 * How far apart the medians may be. A difference of a hash is one of ten times and more; what the rest of the machine does makes
 * less than this, since both kinds of tries meet it alike.
 */
const TOLERANCE = 1.5;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

it('a log-in takes one hash and equally long, whether or not the address has an account', async () => {
  await t.given.customer({ email: 'ada@x.example' });
  const passwords = t.app.get(Passwords);
  const times: Record<string, number[]> = { 'ada@x.example': [], 'nobody@x.example': [] };
  const answers = new Set<string>();

  for (let n = 0; n < TRIES; n += 1) {
    for (const [email, taken] of Object.entries(times)) {
      const before = passwords.verifications;
      const began = performance.now();
      const { text } = await t.api.post('/login', { email, password: 'wrong' });
      taken.push(performance.now() - began);
      expect(passwords.verifications).toBe(before + 1);
      answers.add(text);
    }
  }

  expect([...answers]).toEqual([
    '{"status":"error","messages":["Email and password combination is incorrect."]}',
  ]);
  const [known, unknown] = Object.values(times).map(median);
  expect(unknown / known).toBeLessThan(TOLERANCE);
  expect(known / unknown).toBeLessThan(TOLERANCE);
}, 90_000);
