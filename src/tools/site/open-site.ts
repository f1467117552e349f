import { DataSource } from 'typeorm';
import { FanclubKey, Fanclub } from '#platform/tenants/fanclub.entity';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '#platform/config';
import { serveSite, type Site } from './serve-site';
import { apiOfSite, siteName } from './site.rules';

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

/**
 * Serves the example site for the fan club of the demo that has this key, on the interface of the service, and makes it that fan
 * club's website.
 * @param app the service, which listens already
 * @param client the file of the client; by default the one that the build makes
 */
export async function openSite(app: NestFastifyApplication, key: string, client?: string): Promise<Site> {
  const config = app.get(Config);
  return openSiteOf(
    { config, db: app.get(DataSource), api: apiOfSite(config, await app.getUrl()) },
    key,
    client,
  );
}

/** As {@link openSite}, for a service in another process. Its URL is `api`. */
export async function openSiteOf(
  { config, db, api }: { config: Config; db: DataSource; api: string },
  key: string,
  client?: string,
): Promise<Site> {
  const { host, site } = config;
  const settings = { url: api, key, plansUrl: '' };
  const server = await serveSite({ host, name: siteName(config), port: site.port, settings, client });
  try {
    settings.plansUrl = await setDemoWebsite(db, key, server.origin);
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}
