/** The default password of customers. */
export const PASSWORD = 'correct horse battery';

/** {@link PASSWORD} as argon2id with the service's own cost; computed once, since a hash takes 30 ms. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$ZmFuY2x1Yi10ZXN0LXNhbHQ$lp4bPgaffGvm1oyPU2rP32SooynLMX/HuR12iZtx0Ng';

/** The first of the encryption keys that the service under test runs with. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 1);

const HOUR = 60 * 60 * 1000;

/** The instant some hours after another (before it, if negative). */
export function hoursFrom(instant: Date, hours: number): Date {
  return new Date(instant.getTime() + hours * HOUR);
}

/** The instant some days of 24 hours after another (before it, if negative). */
export function daysFrom(instant: Date, days: number): Date {
  return hoursFrom(instant, 24 * days);
}

/** The UTC date of an instant, `YYYY-MM-DD`. */
export function dateOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** A cheap hash of the password `wonderland`, as a catalogue may bring it. */
export const CATALOGUE_HASH = '$2b$04$kydbIL9Q7bQsMjuRK3dtferztcBlSzli/q7DKzikFpU/FTleFRaby';

/** An address as catalogues write it. */
export const CATALOGUE_ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '12 St James Square',
  city: 'London',
  state: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};
