import { seedDemo } from '../../src/tools/catalogue';
import { DEMO_LOGINS, startLinksOf, importOptions } from '../../src/tools/local';
import { Home } from '../../src/pages';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const PERSON = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };
const NOT_FOUND = { status: 'error', messages: ['The requested resource was not found on the server.'] };
const open = (path: string) => new Pages(t.origin).open(path, PERSON);
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Pages(t.origin).http.request<object>(method, path, { headers });

afterEach(() => t.app.get(Home).show([]));

describe('a browser at the root', () => {
  it.each(['/', '/?utm_source=x'])(
    'gets a page with links to the API and the documentation: %s',
    async (path) => {
      const page = await open(path);
      expect([page.status, page.title]).toEqual([200, 'Fan club membership service']);
      expect(page.text).toContain('The API is below /api/v1');
      expect(page.text).toMatch(/start with README\.md ?, then see the folder docs/);
      expect(page.links['Health check']).toBe('/healthz');
      expect(page.links['API reference']).toBe('/docs');
      expect(page.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(page.headers['set-cookie']).toBeUndefined();
    },
  );

  it('sees no demo if none is loaded, by npm start or at all', async () => {
    expect((await open('/')).html).not.toMatch(/demo/i);
    t.app.get(Home).show(DEMO_LOGINS);
    expect((await open('/')).html).not.toMatch(/demo/i);
  });

  it('sees the log-ins of the demo if it is loaded', async () => {
    await seedDemo({ ...importOptions(t.db, t.config), clock: t.clock });
    expect((await open('/')).html).not.toMatch(/demo/i);
    t.app.get(Home).show(DEMO_LOGINS);
    const page = await open('/');
    for (const { fanclub, key, email, password } of DEMO_LOGINS) {
      expect(page.text).toContain(`${fanclub} Key ${key} Email ${email} Password ${password}`);
      const login = await open(page.links[`Log in to ${fanclub}`]);
      expect((await login.submit({ email, password })).status).toBe(303);
      expect(page.html).toContain(`href="/api/v1/plans?key=${key}"`);
    }
    expect(page.links['Its settings as JSON']).toBe('/api/v1/fanclub?key=demo-glasvogel');
  });

  it('finds the example site, the app for staff, the mails and the switches of the demo bank', async () => {
    const served = { site: 'http://localhost:3001', staff: '/staff', hasDemoStaff: true };
    t.app.get(Home).show([], startLinksOf({ ...served, mails: '/mails', switches: '/demo-bank/switches' }));
    const { links, text } = await open('/');
    expect(links).toMatchObject({
      'Example site': 'http://localhost:3001',
      'App for staff': '/staff',
      Mails: '/mails',
      'Switches of the demo bank': '/demo-bank/switches',
    });
    expect(text).toContain('Log in as owner@staff.example / backstage pass.');
  });

  it('finds only those that are served', async () => {
    const served = { site: null, staff: '/staff', hasDemoStaff: false, mails: null, switches: null };
    t.app.get(Home).show([], startLinksOf(served));
    expect(Object.keys((await open('/')).links)).toEqual(['App for staff', 'Health check', 'API reference']);
  });

  it('gets the headers of the page for HEAD', async () => {
    const { status, text, headers } = await ask('HEAD', '/', PERSON.headers);
    expect([status, text, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });
});

describe('a browser at another path outside the API', () => {
  it.each(['/nowhere', '/fanclubs', '/fanclubs/1', '/api', '/api/v2/plans', '/api/v10', '/favicon', '//'])(
    'gets a page of status 404 with a button home: %s',
    async (path) => {
      const page = await open(path);
      expect([page.status, page.title]).toEqual([404, 'Page not found']);
      expect(page.links.Home).toBe('/');
    },
  );

  it.each(['POST', 'PUT', 'DELETE'])('gets that page for the method %s, at the root, too', async (method) => {
    for (const path of ['/', '/nowhere']) {
      const { status, text } = await ask(method, path, PERSON.headers);
      expect([status, text.includes('<title>Page not found</title>')]).toEqual([404, true]);
    }
  });

  it('gets the headers of the page for HEAD', async () => {
    const { status, text, headers } = await ask('HEAD', '/nowhere', PERSON.headers);
    expect([status, text, headers['content-type']]).toEqual([404, '', 'text/html; charset=utf-8']);
  });

  it('gets a button back to the site on an unknown page of a fan club', async () => {
    const { id } = await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
    const page = await open(`/fanclubs/${id}/nowhere`);
    expect(page.links['Back to The Lanterns']).toBe('https://lanterns.example');
    expect(page.html).toContain('<a class="action" href="https://lanterns.example">');
  });
});

describe('a program outside the API', () => {
  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0.5, application/json',
  ])('gets the JSON 404, at the root and elsewhere: Accept %s', async (accept) => {
    for (const path of ['/', '/nowhere', '/fanclubs/1']) {
      const { status, json, headers } = await ask('GET', path, accept === undefined ? {} : { accept });
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
      expect(json).toEqual(NOT_FOUND);
    }
  });

  it('finds the health checks with any Accept header', async () => {
    expect((await ask('GET', '/healthz', PERSON.headers)).json).toMatchObject({ status: 'alive' });
  });
});

it.each(['/api/v1', '/api/v1/', '/api/v1/nowhere', '/api/v1?x=1', '/api/v1/fanclubs/1/login'])(
  'the API answers with the JSON envelope, even to a browser: %s',
  async (path) => {
    const { status, json, headers } = await ask('GET', path, PERSON.headers);
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    expect(json).toEqual(NOT_FOUND);
  },
);

describe('behind a proxy that puts the service below a path', () => {
  const below = testApp({ PUBLIC_URL: 'https://www.example.test/club-service' });

  it('the button leads to the service, and the page names its path', async () => {
    const pages = new Pages(below.origin);
    expect((await pages.open('/nowhere', PERSON)).links.Home).toBe('/club-service/');
    expect((await pages.open('/', PERSON)).text).toContain('The API is below /club-service/api/v1');
  });
});
