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
  const club = await db.getRepository(Fanclub).findOneByOrFail({ id });
  const { siteUrl, plansUrl } = club;
  if (siteUrl !== CATALOGUE_URL && plansUrl !== plansOf(siteUrl)) return plansUrl;
  /** A page of the example site, in place of that of the catalogue or of an earlier start. */
  const legal = (link: string | null, name: string): string | null =>
    [`${CATALOGUE_URL}/${name}`, `${siteUrl}/#/${name}`].includes(link ?? '') ? `${origin}/#/${name}` : link;
  await db.getRepository(Fanclub).update(
    { id },
    {
      siteUrl: origin,
      plansUrl: plansOf(origin),
      linkPrivacy: legal(club.linkPrivacy, 'privacy'),
      linkTerms: legal(club.linkTerms, 'terms'),
    },
  );
  return plansOf(origin);
}

const plansOf = (site: string): string => `${site}/#/plans`;
