import { countStatements } from '#libs/testing';
import { Published } from '../../src/platform/published';
import { SessionsService } from '../../src/domains/sessions';
import { PASSWORD } from '#samples';
import { elements } from '../support/page-html';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);

describe('the links of a fan club', () => {
  it('lead to pages that exist, including that of a plan to buy', async () => {
    await t.given.fanclub();
    await t.given.plan({ price: '0.00' });
    const { fanclub } = (await t.api.get('/fanclub')).body;
    const { site, legals, ...pages } = fanclub.links;
    const { plans } = (await t.api.get('/plans')).body;
    const addresses: string[] = [...Object.values<string>({ ...pages, ...legals }), plans[0].checkout];
    expect(site).toBe(fanclub.site_url);
    expect(addresses).toHaveLength(8);
    for (const address of addresses) {
      expect(address).toMatch(/^https:\/\/api\.example\.test\/fanclubs\/\d+\//);
      expect([address, (await visitor().open(address)).status]).toEqual([address, 200]);
    }
  });

  it('accept a trailing slash', async () => {
    const { id } = await t.given.fanclub();
    await t.given.customer({ email: 'ada@x.example' });
    const form = await visitor().open(`/fanclubs/${id}/login/`);
    expect((await form.submit({ email: 'ada@x.example', password: PASSWORD })).status).toBe(303);
  });
});

describe('a page that is not offered', () => {
  beforeEach(() => t.given.fanclub({ name: 'The Lanterns', supportEmail: 'help@lanterns.example' }));
  const open = async (name: string) => visitor().open(`/fanclubs/${(await t.given.fanclub()).id}/${name}`);

  it.each([
    [
      'membership',
      'Membership',
      'Log in to see your membership, what it includes, its renewal and your saved card.',
    ],
    [
      'saved-card',
      'Membership',
      'Log in to see your membership, what it includes, its renewal and your saved card.',
    ],
    ['privacy', 'Privacy', 'The Lanterns has published no privacy statement here.'],
    ['terms', 'Terms of service', 'The Lanterns has published no terms of service here.'],
  ])('is reported by %s, with a contact', async (name, heading, sentence) => {
    const page = await open(name);
    expect([page.status, page.heading, page.buttons]).toEqual([200, heading, []]);
    expect(page.text).toContain(sentence);
    expect(page.text).toMatch(/write to help@lanterns\.example/i);
  });

  it('is not reported for a text that the fan club has elsewhere', async () => {
    const { id } = await t.given.fanclub({
      linkPrivacy: 'https://lanterns.example/p',
      linkTerms: 'https://lanterns.example/t',
    });
    expect((await visitor().open(`/fanclubs/${id}/privacy`)).links['Read it']).toBe(
      'https://lanterns.example/p',
    );
    expect((await visitor().open(`/fanclubs/${id}/terms`)).links['Read it']).toBe(
      'https://lanterns.example/t',
    );
  });
});

describe('an unknown page', () => {
  it.each(['nowhere', 'login/nowhere', 'confirm/nowhere', 'plans/1', 'plans/x/checkout', 'plans/1/checkout'])(
    'has the layout of the fan club: %s',
    async (path) => {
      const { id } = await t.given.fanclub({ name: 'The Lanterns' });
      const page = await visitor().open(`/fanclubs/${id}/${path}`);
      expect([page.status, page.title]).toEqual([404, 'Page not found · The Lanterns']);
    },
  );

  it.each([
    '999/login',
    '0/login',
    'x/login',
    '1e3/login',
    '9223372036854775808/login',
    '%00/login',
    '999/nowhere',
  ])('includes every page of an unknown fan club: %s', async (path) => {
    await t.given.fanclub({ name: 'The Lanterns' });
    const page = await visitor().open(`/fanclubs/${path}`);
    expect([page.status, page.title]).toEqual([404, 'Page not found']);
    expect(page.html).not.toContain('Lanterns');
  });

  it('includes every form of an unknown fan club', async () => {
    const page = await visitor().send('/fanclubs/999/login', { email: 'x', password: 'y' });
    expect([page.status, page.heading]).toEqual([404, 'Page not found']);
  });

  it('has no layout outside the fan clubs', async () => {
    for (const path of ['/', '/fanclubs', '/nowhere', '/api/v1/fanclubs/1/login']) {
      const page = await visitor().open(path);
      expect([path, page.status, page.isPage]).toEqual([path, 404, false]);
    }
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('is answered for the method %s', async (method) => {
    const { id } = await t.given.fanclub();
    for (const path of ['logout', 'nowhere']) {
      const { status, text, headers } = await visitor().http.request(method, `/fanclubs/${id}/${path}`);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('<title>Page not found</title>');
    }
  });

  it('is answered for a form', async () => {
    const { id } = await t.given.fanclub();
    for (const path of ['terms', 'nowhere']) {
      const page = await visitor().send(`/fanclubs/${id}/${path}`, { email: 'x' });
      expect([page.status, page.title]).toEqual([404, 'Page not found']);
    }
  });

  it('answers HEAD with its headers alone', async () => {
    const { id } = await t.given.fanclub();
    const { status, text, headers } = await visitor().http.request('HEAD', `/fanclubs/${id}/nowhere`);
    expect([status, text, headers['content-type']]).toEqual([404, '', 'text/html; charset=utf-8']);
  });
});

describe('an internal error', () => {
  it('is reported without its cause, with the request id', async () => {
    const { id } = await t.given.fanclub({ name: 'The Lanterns' });
    const fault = jest
      .spyOn(t.app.get(SessionsService), 'logIn')
      .mockRejectedValue(new Error('secret reason'));
    try {
      const page = await (
        await visitor().open(`/fanclubs/${id}/login`)
      ).submit({ email: 'a', password: 'b' });
      expect([page.status, page.title]).toEqual([500, 'Something went wrong · The Lanterns']);
      expect(page.text).toContain(String(page.headers['x-request-id']));
      expect(page.html).not.toContain('secret reason');
    } finally {
      fault.mockRestore();
    }
  });

  it('is reported even if the fan club is not known yet', async () => {
    const fault = jest.spyOn(t.app.get(Published), 'byId').mockRejectedValue(new Error('down'));
    try {
      const page = await visitor().open('/fanclubs/1/login');
      expect([page.status, page.title]).toEqual([500, 'Something went wrong']);
    } finally {
      fault.mockRestore();
    }
  });
});

it('the name of a fan club is shown as text only', async () => {
  const name = `<script>alert("1")</script> & 'Friends' {{ token }}`;
  const { id } = await t.given.fanclub({ name, supportEmail: `"><img src=x>@x.example` });
  for (const path of ['login', 'redeem', 'nowhere']) {
    const page = await visitor().open(`/fanclubs/${id}/${path}`);
    expect(page.title.endsWith(name)).toBe(true);
    expect(page.html).not.toMatch(/<script|<img/);
  }
});

it('a page takes no statement', async () => {
  const { id } = await t.given.fanclub();
  const counter = countStatements();
  await visitor().open(`/fanclubs/${id}/login`);
  expect(counter.stop()).toEqual([]);
});

describe('a page that ends a flow leads back to the site', () => {
  it.each([
    'confirm/done',
    'confirm-email/done',
    'confirm-contact/done',
    'password-reset/sent',
    'reset-password/done',
    'confirm?token=gone',
    'membership',
    'renewal',
    'redeem',
    'privacy',
    'terms',
    'nowhere',
  ])('%s', async (path) => {
    const { id } = await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
    const { html } = await visitor().open(`/fanclubs/${id}/${path}`);
    const [main] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
    expect(elements(main!, 'a').filter(({ href }) => href === 'https://lanterns.example')).toHaveLength(1);
  });
});
