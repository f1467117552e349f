// Verifies a password against its hash for a number of seconds, and prints the rate: the maximum of POST /login.
import { Passwords } from '#libs/password';

const [, , password, hash, seconds] = process.argv;
const passwords = new Passwords();
const AT_ONCE = 8;

await passwords.verify(password, hash, 'bench');
const since = performance.now();
const until = since + Number(seconds) * 1000;
let count = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < until) {
      if (!(await passwords.verify(password, hash, 'bench')))
        throw new Error('The password does not match its hash.');
      count += 1;
    }
  }),
);
process.stdout.write(String((count * 1000) / (performance.now() - since)));
