import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevelopmentModule, showsMails } from '../../src/tools/development';
import { elements, texts } from '../support/page-html';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const dataDir = mkdtempSync(join(tmpdir(), 'development-mails-'));
const folder = join(dataDir, 'mails');
const SETTINGS = { DATA_DIR: dataDir, RUN_JOBS: 'true', PUBLIC_URL: 'http://localhost:3000' };

afterAll(() => rmSync(dataDir, { recursive: true }));

/** The page once it shows a mail. */
async function pageWith(text: string, origin: string): Promise<VisitedPage> {
  for (let turn = 0; turn < 200; turn++) {
    const page = await new Pages(origin).open('/mails');
    if (page.text.includes(text)) return page;
    await sleep(50);
  }
  throw new Error(`no mail with ${text}`);
}

describe('/mails of npm start', () => {
  const t = testApp(SETTINGS, { additions: [DevelopmentModule] });

  beforeEach(() => rmSync(folder, { recursive: true, force: true }));

  function written(name: string, subject: string, text: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `Subject: ${subject}\r\nTo: ada@x.example\r\n\r\n${text}\r\n`);
  }

  it('shows a mail with subject, recipient, text and a link that works', async () => {
    await t.given.fanclub({ name: 'The Lanterns' });
    await t.api.post('/accounts', {
      customer: { email: 'ada@x.example', first_name: 'Ada', birthdate: '1990-12-10' },
    });
    const page = await pageWith('ada@x.example', t.origin);
    expect([page.status, page.heading]).toEqual([200, 'Mails']);
    expect(page.html).toContain('<h2>Confirm your e-mail address for The Lanterns</h2>');
    expect(page.text).toContain('Hello Ada,');
    const [link] = Object.values(page.links).filter((address) => address.includes('/confirm?token='));
    expect((await new Pages(t.origin).open(link)).status).toBe(200);
  });

  it('lists the newest first, and shows the newest or the one that is chosen', async () => {
    written('20260101T120000Z-confirm_address-7.eml', 'older', 'x');
    written('20260102T120000Z-confirm_address-8.eml', 'newer', 'x');
    written('20260102T120000Z-address_change_notice-10.eml', 'newest', 'x');
    const pages = new Pages(t.origin);
    const list = await pages.open('/mails');
    expect(texts(list.html, 'b')).toEqual(['newest', 'newer', 'older']);
    expect(texts(list.html, 'h2')).toEqual(['newest']);
    expect(list.html).toContain('2026-01-02 12:00:00 UTC');
    const chosen = await pages.open('/mails/20260101T120000Z-confirm_address-7');
    expect([texts(chosen.html, 'b').length, texts(chosen.html, 'h2'), chosen.links['All mails']]).toEqual([
      3,
      ['older'],
      '/mails',
    ]);
  });

  describe('the HTML of a mail', () => {
    const NAME = '20260101T120000Z-receipt-7';
    const HTML = `<!doctype html><html><head><title>x</title></head><body style="color:#123456"><script>x()</script><a href="https://x.example">Go</a></body></html>`;
    beforeEach(() => {
      mkdirSync(folder, { recursive: true });
      const head = 'Subject: With HTML\r\nTo: ada@x.example\r\nContent-Type: text/html\r\n\r\n';
      writeFileSync(join(folder, `${NAME}.eml`), `${head}${HTML}\r\n`);
    });

    it('is in a frame of the page, without scripts', async () => {
      const page = await new Pages(t.origin).open('/mails');
      expect(elements(page.html, 'iframe')).toEqual([
        { src: `/mails/${NAME}/html`, title: 'The mail', sandbox: 'allow-top-navigation-by-user-activation' },
      ]);
      expect(page.headers['content-security-policy']).toContain("; frame-src 'self'; ");
      expect(page.html).not.toContain('<script');
    });

    it('may run nothing and load only images, whatever it contains', async () => {
      const { headers, text } = await new Pages(t.origin).http.get(`/mails/${NAME}/html`);
      expect(text).toContain('<head><base target="_top"><title>x</title>');
      expect(text).toContain('<body style="color:#123456">');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; img-src https:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
      );
    });

    it.each(['nothing', '20260101T120000Z-receipt-8', '..%2f..%2fpackage', `${NAME}.eml`])(
      'is an unknown path for %s',
      async (name) => {
        const { http } = new Pages(t.origin);
        for (const path of [`/mails/${name}`, `/mails/${name}/html`])
          expect((await http.get(path)).status).toBe(404);
      },
    );

    it('is for this machine only', async () => {
      const options = { headers: { host: 'evil.example' } };
      for (const path of [`/mails/${NAME}`, `/mails/${NAME}/html`])
        expect((await new Pages(t.origin).http.get(path, options)).status).toBe(404);
    });
  });

  it('reports that there are no mails, and skips files that are not mails', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '20260101T120000Z-confirm_address-7.eml.17.tmp'), 'half a mail');
    expect((await new Pages(t.origin).open('/mails')).text).toMatch(/^No mail has been written yet/);
  });

  it('shows a mail without HTML as text only, and loads nothing', async () => {
    written(
      '20260101T120000Z-confirm_address-7.eml',
      '<script>alert(1)</script>',
      '<img src=x> javascript:x',
    );
    const page = await new Pages(t.origin).open('/mails');
    expect(page.html).toContain('&lt;script&gt;');
    expect(page.html).not.toMatch(/<script|<img/);
    const others = Object.values(page.links).filter((address) => !address.startsWith('/mails'));
    expect(others).toEqual([]);
    expect(elements(page.html, 'iframe')).toEqual([]);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  it.each(['evil.example', 'localhost.evil.example:3000', '192.168.1.5:3000'])(
    'is an unknown path for the Host %j, which a website could point at this machine',
    async (host) => {
      written('20260101T120000Z-confirm_address-7.eml', 'secret', 'x');
      const { status, text } = await new Pages(t.origin).http.get('/mails', { headers: { host } });
      expect(status).toBe(404);
      expect(text).not.toContain('secret');
    },
  );

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'is an unknown path for a request that a proxy on this machine forwarded, detected by %s',
    async (header) => {
      written('20260101T120000Z-confirm_address-7.eml', 'secret', 'x');
      const headers = { [header]: '203.0.113.9' };
      const { status, text } = await new Pages(t.origin).http.get('/mails', { headers });
      expect([status, text.includes('secret')]).toEqual([404, false]);
    },
  );
});

describe('/mails is an unknown path', () => {
  describe('if a mail server sends the mails', () => {
    const t = testApp(
      { ...SETTINGS, RUN_JOBS: 'false', SMTP_URL: 'smtp://127.0.0.1:1' },
      { additions: [DevelopmentModule] },
    );
    it('answers 404', async () => expect((await new Pages(t.origin).http.get('/mails')).status).toBe(404));
  });

  describe('if other machines can reach the service', () => {
    const t = testApp(
      { ...SETTINGS, RUN_JOBS: 'false', HOST: '0.0.0.0' },
      { additions: [DevelopmentModule] },
    );
    it('answers 404', async () => expect((await new Pages(t.origin).http.get('/mails')).status).toBe(404));
  });

  describe('of npm run serve', () => {
    const t = testApp({ ...SETTINGS, RUN_JOBS: 'false' });
    it('answers 404', async () => expect((await new Pages(t.origin).http.get('/mails')).status).toBe(404));
  });

  const LOCAL = {
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    trustedProxies: [],
    mail: { smtpUrl: null, logLinks: true, from: '' },
  };

  it('if PUBLIC_URL names another machine, or a proxy is trusted', () => {
    expect(showsMails(LOCAL)).toBe(true);
    expect(showsMails({ ...LOCAL, publicUrl: 'https://club.example' })).toBe(false);
    expect(showsMails({ ...LOCAL, trustedProxies: ['127.0.0.1'] })).toBe(false);
  });

  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.5', false],
  ])('unless HOST=%s binds to this machine only: %j', (host, shown) => {
    expect(showsMails({ ...LOCAL, host })).toBe(shown);
  });
});
