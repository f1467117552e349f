import type { DataSource } from 'typeorm';
import { FanclubKey } from '#platform/tenants/fanclub-key.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** The website of The Tin Comets in the demo's catalogue. It does not exist. */
const CATALOGUE_URL = 'https://www.tincomets.example';

/**
 * Makes the example site the website of the demo's fan club. The API trusts it then, and the links of mails and hosted pages lead to
 * it. Replaces only the addresses of the catalogue, or those that an earlier start wrote, which contain each other.
 * @returns the URL of the fan club's plans, to which concealed links lead (contract 6.16)
 */
export async function setDemoWebsite(db: DataSource, key: string, origin: string): Promise<string> {
  const { fanclubId: id } = await db.getRepository(FanclubKey).findOneByOrFail({ key });
  const { siteUrl, plansUrl } = await db.getRepository(Fanclub).findOneByOrFail({ id });
  const isReplaceable = siteUrl === CATALOGUE_URL || plansUrl === plansOf(siteUrl);
  if (siteUrl === origin || !isReplaceable) return plansUrl;
  await db.getRepository(Fanclub).update({ id }, { siteUrl: origin, plansUrl: plansOf(origin) });
  return plansOf(origin);
}

const plansOf = (site: string): string => `${site}/#/plans`;
