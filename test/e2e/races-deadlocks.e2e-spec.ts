import { Customer } from '#domains/accounts/customer.entity';
import { Mail } from '../../src/platform/mail';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { notOverloaded, race, twoServers } from '../support/races';
import { testApp } from '../support/start-test-app';

const t = testApp({}, { alone: true });
const { crowd } = twoServers(t);

/** Pairs of customers whose updates wait for each other. One round leaves the servers some free connections. */
const PAIRS = 7;

/**
 * Makes every update of a customer take two locks, in opposite orders for odd and even ids, with a pause in between. No statement
 * of the service does this, and PostgreSQL has to detect the deadlock.
 */
const LOCK_CROSSWISE = `
  CREATE FUNCTION lock_crosswise() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE pair int := (NEW.id - 1) / 2;
  BEGIN
    PERFORM pg_advisory_xact_lock(pair, (NEW.id % 2)::int);
    PERFORM pg_sleep(0.2);
    PERFORM pg_advisory_xact_lock(pair, (1 - NEW.id % 2)::int);
    RETURN NULL;
  END $$;
  CREATE TRIGGER lock_crosswise AFTER UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION lock_crosswise()`;

beforeAll(() => t.db.query(LOCK_CROSSWISE)); // Dropped with the database of this file.

/** Deadlocks that PostgreSQL has resolved in the test database; its count may lag by a second. */
async function deadlocks(): Promise<number> {
  const [{ count }] = await t.db.query<{ count: number }[]>(
    'SELECT deadlocks AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(count);
}

async function untilDeadlocksExceed(before: number): Promise<void> {
  while ((await deadlocks()) <= before) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('updates that wait for each other, over two servers', () => {
  race('both succeed, and each is applied once', async (round) => {
    const before = await deadlocks();
    const people: { customer: Customer; api: Api; email: string }[] = [];
    for (let n = 0; n < 2 * PAIRS; n += 1) {
      const customer = await t.given.customer();
      const email = `moved-${round}-${n}@x.example`;
      people.push({ customer, api: await loggedIn(t, customer), email });
    }
    const mailsBefore = await t.db.getRepository(Mail).count();

    const answers = await crowd(
      (origin, n) =>
        notOverloaded(() => people[n].api.at(origin).post('/account', { email: people[n].email })),
      people.length,
    );

    await untilDeadlocksExceed(before);
    expect(answers.map(({ body }) => [body.status, body.customer?.new_email])).toEqual(
      people.map(({ email }) => ['ok', email]),
    );
    for (const { customer, email } of people) {
      const { newEmail } = await t.db.getRepository(Customer).findOneByOrFail({ id: customer.id });
      expect(newEmail).toBe(email);
    }
    // To the new address and to the old one.
    expect((await t.db.getRepository(Mail).count()) - mailsBefore).toBe(2 * people.length);
  });
});
