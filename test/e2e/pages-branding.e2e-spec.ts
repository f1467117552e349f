import { elements } from '../support/page-html';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const open = async (facts: Parameters<typeof t.given.fanclub>[0], page = 'login') => {
  const { id } = await t.given.fanclub({ name: 'The Lanterns', ...facts });
  return new Pages(t.origin).open(`/fanclubs/${id}/${page}`);
};
const directives = (page: Awaited<ReturnType<typeof open>>): string[] =>
  String(page.headers['content-security-policy']).split('; ');
const styles = (html: string): string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css);

const LOGO = 'https://cdn.lanterns.example:8443/a/logo.png?v=1;b,c';

describe('the logo of a fan club', () => {
  it('replaces its name on every page, and the name is the text of the image', async () => {
    for (const name of ['login', 'privacy', 'nowhere']) {
      const page = await open({ logoUrl: LOGO }, name);
      expect(elements(page.html, 'img')).toEqual([{ class: 'logo', src: LOGO, alt: 'The Lanterns' }]);
      expect(page.title).toContain('The Lanterns');
    }
  });

  it('adds only its origin to the policy of the fan club’s pages', async () => {
    const logo = await open({ siteUrl: 'https://lanterns.example', logoUrl: LOGO });
    const plain = await open({ siteUrl: 'https://lanterns.example' });
    const added = directives(logo).filter((one) => !directives(plain).includes(one));
    expect(added).toEqual(['img-src https://cdn.lanterns.example:8443']);
    expect(directives(plain).filter((one) => !directives(logo).includes(one))).toEqual([]);
    expect(elements(plain.html, 'img')).toEqual([]);
  });

  it('is escaped as text in its URL', async () => {
    const page = await open({ logoUrl: 'https://x.example/"><script>alert(1)</script>' });
    expect(page.html).not.toContain('<script');
    expect(directives(page)).toContain('img-src https://x.example');
  });

  it.each(['http://x.example/l.png', 'javascript:alert(1)', '/logo.png', 'https:///l.png'])(
    'is refused by the database at %s',
    async (logoUrl) => {
      await expect(t.given.fanclub({ logoUrl })).rejects.toThrow('ck_fanclubs_logo_url');
    },
  );
});

describe('the accent colour of a fan club', () => {
  it('is a second style sheet, allowed by its own hash', async () => {
    const page = await open({ accentColor: '#7a1f5c' });
    const [common, own] = styles(page.html);
    expect(styles((await open({})).html)).toEqual([common]);
    expect(own).toContain('--fill:#7a1f5c;');
    const [source] = directives(page).filter((one) => one.startsWith('style-src'));
    expect(source).toMatch(/^style-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'$/);
  });

  it('is on error pages, too', async () => {
    expect(styles((await open({ accentColor: '#7a1f5c' }, 'nowhere')).html)).toHaveLength(2);
  });

  it.each(['red', '#fff', '#12345G', '#ABCDEF', '#123456;'])(
    'is refused by the database as %s',
    async (accentColor) => {
      await expect(t.given.fanclub({ accentColor })).rejects.toThrow('ck_fanclubs_accent_color');
    },
  );
});

it('an edit of logo and colour shows on the pages immediately', async () => {
  const { id } = await t.given.fanclub({ logoUrl: LOGO, accentColor: '#7a1f5c' });
  const pages = new Pages(t.origin);
  await pages.open(`/fanclubs/${id}/login`);
  await t.db.query(`UPDATE fanclubs SET logo_url = NULL, accent_color = '#001122' WHERE id = $1`, [id]);
  const edited = async () => (await pages.open(`/fanclubs/${id}/login`)).html;
  for (let tries = 0; tries < 50 && !(await edited()).includes('--fill:#001122'); tries += 1);
  expect(await edited()).toContain('--fill:#001122');
  expect(elements(await edited(), 'img')).toEqual([]);
});

it('neither logo nor colour is part of the API', async () => {
  await t.given.fanclub({ logoUrl: LOGO, accentColor: '#7a1f5c' });
  const { text } = await t.api.get('/fanclub');
  expect(text).not.toMatch(/logo_|cdn|accent|7a1f5c/);
});
