import { type DataSource, In, IsNull } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import type { ImportOptions } from '#tools/catalogue';
import type { DemoAccess } from '#pages';
import type { Config } from '#platform/config';
import { FanclubKey } from '#platform/tenants/fanclub.entity';

/** A log-in to the demo, shown by `npm start`. */
interface DemoLogin extends DemoAccess {
  fanclub: string;
}

/** One customer of each demo fan club, with an active subscription. demo/README.md lists all customers. */
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

/** Whether the database contains the demo, with the keys of {@link DEMO_LOGINS}. */
export async function hasDemo(db: DataSource): Promise<boolean> {
  const keys = DEMO_LOGINS.map(({ key }) => key);
  const found = await db.getRepository(FanclubKey).countBy({ key: In(keys), revokedAt: IsNull() });
  return found === keys.length;
}

/** The services that an import needs. */
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
