import { givenDemo } from '../support/given-demo';
import { Pages } from '../support/pages';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { testApp } from '../support/start-test-app';

const t = testApp(withDemoBank);
const COMETS = { key: 'demo-tin-comets', password: 'shooting star' };
const NEST = { key: 'demo-glasvogel', password: 'feather light' };

describe('the people of the demo', () => {
  beforeEach(() => givenDemo(t));

  async function logIn(club: typeof COMETS, email: string) {
    const visitor = t.api.stranger();
    const { body } = await visitor.post('/login', { email, password: club.password }, { key: club.key });
    return { visitor, body };
  }

  it('log in as documented in its README, and are in the documented states', async () => {
    const states: [email: string, state: object][] = [
      ['nova', { expired: false, at_renewal_cap: false, auto_renewal_enabled: true, lists_opt_in: true }],
      ['milo', { expired: false, at_renewal_cap: true }],
      ['june', { expired: false, subscription: { lapsed: true, plan: { class: 'first-orbit' } } }],
      ['theo', { expired: true, subscription: null }],
      ['priya', { expired: false, trial_membership: true }],
      ['oscar', { expired: true, subscription: null }],
      ['wes', { new_email: 'wes.tanaka@orbit.example', expired: false }],
      ['bea', { expired: false, invalid_email_message: null }],
      ['dara', { expired: false, subscription: { end_date: null, plan: { name: 'Stargazer' } } }],
      ['hugo', { expired: true, subscription: null }],
    ];
    for (const [name, state] of states) {
      const { visitor, body } = await logIn(COMETS, `${name}@starmail.example`);
      expect([name, body.status]).toEqual([name, 'ok']);
      const { body: account } = await visitor.get('/account', { key: COMETS.key });
      const customer = { subscription: null, ...account.customer };
      expect({ name, customer }).toMatchObject({ name, customer: state });
    }
  });

  it('get the reason if they cannot log in', async () => {
    const told: [email: string, message: RegExp][] = [
      ['rex@starmail.example', /^Unable to login\. Please contact help@tincomets\.example/],
      ['gift@starmail.example', /unregistered account/],
      ['uma@starmail.example', /has not been confirmed/],
      ['lena@starmail.example', /^Email and password combination is incorrect\.$/],
    ];
    for (const [email, message] of told) {
      const { body } = await logIn(COMETS, email);
      expect(body).toEqual({ status: 'error', messages: [expect.stringMatching(message)] });
    }
  });

  it('can buy every plan that is offered to them, also those without a membership', async () => {
    await openBank(t, 1);
    const offered: Record<string, string[]> = {};
    for (const name of ['nova', 'june', 'priya', 'theo', 'wes', 'dara']) {
      const { visitor } = await logIn(COMETS, `${name}@starmail.example`);
      const { body } = await visitor.get('/plans', { key: COMETS.key });
      const plans = body.plans.filter(
        (plan: { available_to_customer: boolean }) => plan.available_to_customer,
      );
      const pages = new Pages(t.origin);
      pages.http.cookies.store(visitor.cookies.split('; '));
      for (const { checkout } of plans)
        expect([name, checkout, (await pages.open(checkout)).heading]).toEqual([
          ...[name, expect.stringContaining('/fanclubs/1/plans/'), 'Your membership'],
        ]);
      offered[name] = plans.map((plan: { name: string }) => plan.name);
    }
    expect(offered).toMatchObject({ nova: ['Mission Control'], wes: ['Mission Control'] });
    expect(offered.theo).toContain('Comet Chaser');
  });

  it('have user names if there is a forum, and may share an address with a customer of the other fan club', async () => {
    const there = await logIn(NEST, 'nova@starmail.example');
    expect(there.body.customer).toMatchObject({ id: 201, username: 'nova_c', fanclub_id: 2 });
    const here = await logIn(COMETS, 'nova@starmail.example');
    expect(here.body.customer).toMatchObject({ id: 101, fanclub_id: 1 });
    expect(here.body.customer).not.toHaveProperty('username');
  });

  it('include an invalid e-mail address, aliases and connected log-ins', async () => {
    const ines = await logIn(COMETS, 'ines@bouncing.example');
    expect(ines.body.customer.invalid_email_message).toMatch(/^Please update and confirm your email/);
    const wes = await logIn(COMETS, 'wes@starmail.example');
    expect(wes.body.customer.email_aliases).toHaveLength(3);
    const jonas = await logIn(NEST, 'jonas@briefpost.example');
    expect(jonas.body.customer.authentications).toEqual([{ name: 'chirp' }]);
  });

  it('are found only by the partners of their own organization', async () => {
    const search = (key: string, partner: string) =>
      t.api.get('/account/search', {
        key,
        query: { email: 'nova@starmail.example' },
        headers: { 'api-key': partner },
      });
    const comets = await search('demo-tin-comets', 'demo-harbour-lane-partner-next');
    const nest = await search('demo-glasvogel', 'demo-nordwind-partner');
    const crossed = await search('demo-glasvogel', 'demo-harbour-lane-partner');
    expect([comets.body.customer.id, nest.body.customer.id]).toEqual([101, 201]);
    expect(crossed.body.messages).toEqual(['Please use a valid API Key.']);
  });
});
