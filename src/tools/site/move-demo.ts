import type { DataSource } from 'typeorm';
import { isLoopback } from '#platform/config';
import { FanclubKey } from '#platform/tenants/fanclub-key.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** The website of The Tin Comets in the demo's catalogue. It does not exist. */
const INVENTED = 'https://www.tincomets.example';

/**
 * Makes the example site the website of the demo's fan club. The API trusts it then, and the links of mails and hosted pages lead to
 * it. Does nothing if somebody has given the fan club another website.
 */
export async function moveDemo(db: DataSource, key: string, origin: string): Promise<void> {
  const { fanclubId: id } = await db.getRepository(FanclubKey).findOneByOrFail({ key });
  const { siteUrl } = await db.getRepository(Fanclub).findOneByOrFail({ id });
  if (siteUrl === origin || (siteUrl !== INVENTED && !isLoopback(new URL(siteUrl).hostname))) return;
  await db.getRepository(Fanclub).update({ id }, { siteUrl: origin, plansUrl: `${origin}/#/plans` });
}
