import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import type { ImportOptions } from '#tools/catalogue';
import type { Config } from '#platform/config';

/** A way into the demo, shown by `npm start`. */
export interface DemoLogin {
  fanclub: string;
  key: string;
  email: string;
  password: string;
}

/** One customer of each demo fan club, with an active subscription (demo/README.md has them all). */
export const DEMO_LOGINS: readonly [DemoLogin, ...DemoLogin[]] = [
  {
    fanclub: 'The Tin Comets Fan Club',
    key: 'demo-tin-comets',
    email: 'nova@starmail.example',
    password: 'shooting star',
  },
  {
    fanclub: 'Glasvogel Nest',
    key: 'demo-glasvogel',
    email: 'jonas@briefpost.example',
    password: 'feather light',
  },
];

/** Whether the database holds the demo, under the keys of {@link DEMO_LOGINS}. */
export async function hasDemo(db: DataSource): Promise<boolean> {
  const [{ found }] = await db.query<[{ found: number }]>(
    'SELECT count(*)::integer AS found FROM fanclub_keys WHERE key = ANY($1) AND revoked_at IS NULL',
    [DEMO_LOGINS.map(({ key }) => key)],
  );
  return found === DEMO_LOGINS.length;
}

/** Whether nobody has a fan club here yet. */
export async function hasNoFanclub(db: DataSource): Promise<boolean> {
  return (await db.query<object[]>('SELECT FROM fanclubs LIMIT 1')).length === 0;
}

/** What an import needs, for the service of this configuration. */
export function importOptions(
  dataSource: DataSource,
  { encryptionKeys }: Pick<Config, 'encryptionKeys'>,
): ImportOptions {
  return {
    dataSource,
    sealer: new Sealer(encryptionKeys),
    passwords: new Passwords(),
    clock: new SystemClock(),
  };
}
