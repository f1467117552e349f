import type { FanclubWithKey } from '../../src/platform/tenants/tenants.samples';
import { HttpClient } from '#libs/testing';
import { PASSWORD } from '#samples';
import { givenHost, send } from '../support/hosts';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { SIGN_UP } from '../support/sign-up';
import { StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

/*
 * Which addresses leave the service, for a fan club without and with a host. `PUBLIC_URL` is below a path of a website, and the app for staff
 * has a host of its own. test/architecture/links.spec.ts finds links that are built in another way.
 */
const SITE = 'https://site.example/fanclub';
const STAFF = 'staff.example.test';
const HOST = 'fans.lanterns.test';
const t = testApp({ PUBLIC_URL: SITE, STAFF_URL: `https://${STAFF}`, TRUST_PROXY: '127.0.0.1' });

let club: FanclubWithKey;
beforeEach(async () => {
  club = await t.given.fanclub({ siteUrl: 'https://lanterns.example' });
});

async function owner(): Promise<StaffClient> {
  const person = await t.given.staff();
  await t.given.staffRole({ staffId: person.id, fanclubId: club.id });
  const at = { origin: t.origin, clock: t.clock, config: { publicUrl: `https://${STAFF}` } };
  return new StaffClient(at, { host: STAFF }).logIn(person);
}

const api = (path: string, fields: object, headers = {}) =>
  new HttpClient(`${t.origin}/api/v1`, { host: 'site.example', ...headers }).post(
    `${path}?key=${club.key}`,
    fields,
  );

const linkOfMail = async (kind: string): Promise<string> =>
  (await mailsOf(t)).find((mail) => mail.kind === kind)!.link;

const account = {
  email: 'new@x.example',
  first_name: 'Ada',
  last_name: 'Byron',
  birthdate: '1990-12-10',
  password_attributes: { password: PASSWORD, password_confirmation: PASSWORD },
  accept_terms: true,
};

/** Each kind of link, and the page to which it leads. */
const LINKS: readonly (readonly [what: string, page: string, make: () => Promise<string>])[] = [
  [
    'the mail that confirms an address',
    'confirm?token=',
    async () => {
      await api('/accounts', account);
      return linkOfMail('confirm_address');
    },
  ],
  [
    'the mail that confirms a contact',
    'confirm-contact?token=',
    async () => {
      await api('/contacts', { contact: { email: 'fan@x.example', lists_opt_in_source: 'website' } });
      return linkOfMail('confirm_contact');
    },
  ],
  [
    'the issuer that staff enter in applications',
    'oidc',
    async () => {
      const { id } = await t.given.application({ fanclubId: club.id });
      return String((await (await owner()).get(`/fanclubs/${club.id}/applications/${id}`)).body.issuer);
    },
  ],
  [
    'the callback that staff enter at login providers',
    'sign-in/example/callback',
    async () => {
      const issuer = 'https://nowhere.invalid';
      const { id } = await t.given.loginProvider({ fanclubId: club.id, name: 'example', label: 'E', issuer });
      const path = `/fanclubs/${club.id}/login_providers/${id}/test`;
      return String((await (await owner()).post(path)).body.callback);
    },
  ],
  [
    'the checkout of a plan',
    'checkout',
    async () => {
      const { id } = await t.given.plan({ fanclubId: club.id, checkoutUrl: null });
      const { text } = await send(t, 'site.example', `/api/v1/plans?key=${club.key}`);
      const [address] = new RegExp(`https://[^"]*/(plans/${id}/checkout|checkout/${id})`).exec(text)!;
      return address;
    },
  ],
  [
    'the page of the log-in',
    'login',
    async () =>
      (
        JSON.parse((await send(t, 'site.example', `/api/v1/fanclub?key=${club.key}`)).text) as {
          fanclub: { links: { login: string } };
        }
      ).fanclub.links.login,
  ],
];

describe.each<[what: string, host: string | null, address: () => string]>([
  ['without a host', null, () => `${SITE}/fanclubs/${club.id}/`],
  ['with a host', HOST, () => `https://${HOST}/`],
])('a fan club %s', (_, host, address) => {
  beforeEach(async () => {
    if (host !== null) await givenHost(t, { fanclubId: club.id, host });
  });

  it.each(LINKS)('is named in %s', async (_what, page, make) => {
    const link = await make();
    expect(link.startsWith(address())).toBe(true);
    expect(link.slice(address().length)).toContain(page);
  });

  it('has its pages there, and a failure leads to the page again', async () => {
    // As the proxy of the website passes it on.
    const at = host ?? 'site.example';
    const path = host === null ? `/fanclubs/${club.id}/password-reset` : '/password-reset';
    const headers = { host: at };
    const page = await new Pages(t.origin).open(path, { headers });
    expect(page.status).toBe(200);
    const failed = await new Pages(t.origin).send(path, { email: SIGN_UP.email }, { headers });
    expect([failed.status, failed.links['Open the page again']]).toEqual([403, '']);
  });

  it('is not served with the app for staff', async () => {
    expect((await send(t, host ?? 'site.example', '/staff/api/me')).status).toBe(404);
    expect((await send(t, STAFF, `/fanclubs/${club.id}/login`)).status).toBe(404);
  });
});
