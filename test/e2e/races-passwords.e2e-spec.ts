import { Passwords } from '#libs/password';
import { expectOnly, isOverload, mixedCase, race } from '../support/races';
import { repetitions } from '../suite/form';
import { testApp } from '../support/start-test-app';

// Computed hashes can be counted within one process only; limits-races shows that two processes agree.
const t = testApp({ LIMIT_LOGIN_ROW: '10/900' });

const GUESSES = repetitions('RACE_GUESSES', { short: 30, long: 100 });

describe(`${GUESSES} simultaneous wrong passwords`, () => {
  race('compute at most ten hashes, whether or not the address has an account', async (round) => {
    const { email } = await t.given.customer({ email: `ada${round}@x.example` });
    for (const address of [email!, `nobody${round}@x.example`]) {
      const passwords = t.app.get(Passwords);
      const before = passwords.verifications;

      const answers = await Promise.all(
        Array.from({ length: GUESSES }, (_, n) =>
          t.api.stranger().post('/login', { email: mixedCase(address, n), password: `wrong ${n}` }),
        ),
      );

      const verified = passwords.verifications - before;
      expect(verified).toBeGreaterThan(0);
      expect(verified).toBeLessThanOrEqual(10);
      const wrong = 'Email and password combination is incorrect.';
      expectOnly(answers, wrong, 'Too many requests, please try again later.');
      const told = answers.filter((answer) => !isOverload(answer) && answer.body.messages[0] === wrong);
      expect(told).toHaveLength(verified);
    }
  });
});
