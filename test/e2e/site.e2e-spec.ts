import { openSite } from '../../src/tools/site';
import { DEMO_LOGINS } from '../../src/tools/local';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });
const [{ key }] = DEMO_LOGINS;

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((site) => site.close())));

async function open(): Promise<string> {
  const site = await openSite(t.app, key);
  opened.push(site);
  return site.origin;
}

const fanclub = async (origin?: string) => {
  const { headers, body } = await t.api
    .stranger()
    .get('/fanclub', { key, headers: origin ? { origin } : {} });
  return { trusted: headers.get('access-control-allow-origin'), site: body.fanclub.site_url as string };
};

describe('the example site', () => {
  beforeEach(() => givenDemo(t));

  it('becomes the website of the demo’s fan club, so that the API trusts it', async () => {
    const origin = await open();
    expect(await fanclub(origin)).toEqual({ trusted: origin, site: origin });
    const { body } = await t.api.stranger().get('/events/4', { key });
    const [exclusive] = body.event.links.filter((link: { exclusive: boolean }) => link.exclusive);
    expect(exclusive).toMatchObject({ url: `${origin}/#/plans`, codes: [] });
  });

  it('has the pages for terms and privacy that the links of the API lead to, also after its port changed', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const origin = await open();
      const { body } = await t.api.stranger().get('/fanclub', { key });
      expect(body.fanclub.links.legals).toEqual({
        privacy: `${origin}/#/privacy`,
        terms: `${origin}/#/terms`,
      });
    }
  });

  it('does not replace pages for terms and privacy that somebody has set', async () => {
    const linkTerms = 'https://comets.example/terms';
    await t.db.getRepository(Fanclub).update({ siteUrl: 'https://www.tincomets.example' }, { linkTerms });
    await open();
    const { body } = await t.api.stranger().get('/fanclub', { key });
    expect(body.fanclub.links.legals.terms).toBe(linkTerms);
  });

  it('is trusted only where it is now, when its port changes', async () => {
    const first = await open();
    const second = await open();
    expect(second).not.toBe(first);
    expect(await fanclub(first)).toEqual({ trusted: null, site: second });
    expect(await fanclub(second)).toMatchObject({ trusted: second });
  });

  it.each(['https://comets.example', 'http://localhost:5173'])(
    'does not replace the website %s',
    async (site) => {
      await t.db
        .getRepository(Fanclub)
        .update({ siteUrl: 'https://www.tincomets.example' }, { siteUrl: site });
      await open();
      expect(await fanclub()).toMatchObject({ site });
    },
  );

  it('knows the address of the API, and the key and the plans of the demo', async () => {
    const origin = await open();
    const settings = await fetch(`${origin}/settings.js`).then((response) => response.text());
    expect(settings).toContain(
      `{"url":"http://localhost:3000","key":"${key}","plansUrl":"${origin}/#/plans"}`,
    );
  });

  it('knows the plans of a website that it does not replace', async () => {
    await t.db
      .getRepository(Fanclub)
      .update(
        { siteUrl: 'https://www.tincomets.example' },
        { siteUrl: 'https://comets.example', plansUrl: 'https://comets.example/join' },
      );
    const settings = await fetch(`${await open()}/settings.js`).then((response) => response.text());
    expect(settings).toContain('"plansUrl":"https://comets.example/join"');
  });
});
