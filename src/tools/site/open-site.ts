import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { Config } from '#platform/config';
import { setDemoWebsite } from './demo-website';
import { serveSite, type Site } from './serve-site';
import { apiOfSite, siteName } from './site.rules';

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
