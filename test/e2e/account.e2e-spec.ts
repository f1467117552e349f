import { countStatements } from '#libs/testing';
import { loggedIn, withSession } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const t = testApp();

const KEYS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'new_email',
  'birthdate',
  'age',
  'fanclub_id',
  'expired',
  'trial_membership',
  'at_renewal_cap',
  'auto_renewal_enabled',
  'lists_opt_in',
  'email_aliases',
  'invalid_email_message',
  'authentications',
];

const NOBODY = { status: 'ok', customer: null };

describe('GET /account', () => {
  it('shows a member all stored fields, with the active subscription', async () => {
    const club = await t.given.fanclub({ timeZone: 'America/Los_Angeles' });
    const plan = await t.given.plan({
      name: 'Another Plan',
      description: '<p>Everything</p>',
      onlineBenefits: '<ul></ul>',
      annotations: '<i>new</i>',
      tags: ['gold', 'new'],
      duration: 12,
      renewalCap: 1,
    });
    const customer = await t.given.customer({
      email: 'ada@x.example',
      newEmail: 'ada@new.example',
      firstName: 'Ada',
      lastName: 'Byron',
      // 26 today in UTC, but 25 in Los Angeles for the first hours of the UTC day.
      birthdate: '2000-06-15',
      listsOptIn: true,
      autoRenewalEnabled: true,
      lockedPlan: plan,
      renewals: 1,
    });
    await t.given.emailAlias({ customer, email: 'first@x.example' });
    await t.given.emailAlias({ customer, email: 'second@x.example' });
    await t.given.loginProvider();
    await t.given.authentication({ customer });
    await t.given.subscription({ customer, plan, startDate: new Date('2026-01-31T08:00:00Z') });
    const affiliate = await t.given.affiliate({ name: 'Tickets' });
    await t.given.affiliateCodes({ customer, affiliate, codes: ['A1', 'A2'] });
    const idle = await t.given.affiliate({ name: 'No codes' });
    await t.given.affiliateCodes({ customer, affiliate: idle, codes: [] });
    t.clock.set('2026-06-15T03:00:00Z');

    const { code, body } = await (await loggedIn(t, customer)).get('/account');

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'customer']);
    expect(Object.keys(body.customer)).toEqual([...KEYS, 'subscription']);
    expect(body.customer).toEqual({
      id: customer.id,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@x.example',
      new_email: 'ada@new.example',
      birthdate: '2000-06-15',
      age: 25,
      fanclub_id: club.id,
      expired: false,
      trial_membership: false,
      at_renewal_cap: true,
      auto_renewal_enabled: true,
      lists_opt_in: true,
      email_aliases: ['ada@x.example', 'first@x.example', 'second@x.example'],
      invalid_email_message: null,
      authentications: [{ name: 'social' }],
      subscription: {
        plan: {
          id: plan.id,
          name: 'Another Plan',
          class: 'another-plan',
          description: '<p>Everything</p>',
          online_benefits: '<ul></ul>',
          annotations: '<i>new</i>',
          tags: ['gold', 'new'],
        },
        start_date: '2026-01-31T08:00:00Z',
        end_date: '2027-01-31T08:00:00Z',
        lapsed: false,
        trial_membership: false,
        affiliates: [{ id: affiliate.id, name: 'Tickets', codes: ['A1', 'A2'] }],
      },
    });
    const { subscription } = body.customer;
    expect(Object.keys(subscription)).toEqual([
      'plan',
      'start_date',
      'end_date',
      'lapsed',
      'trial_membership',
      'affiliates',
    ]);
    expect(Object.keys(subscription.plan)).toEqual([
      'id',
      'name',
      'class',
      'description',
      'online_benefits',
      'annotations',
      'tags',
    ]);
  });

  it('marks a trial, on the customer and on the subscription', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan({ trial: true });
    await t.given.subscription({ customer, plan });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer).toMatchObject({
      expired: false,
      trial_membership: true,
      subscription: { trial_membership: true, lapsed: false },
    });
  });

  it('shows a subscription as lapsed if only the extension of its sales period keeps it active', async () => {
    const customer = await t.given.customer();
    const salesPeriod = await t.given.salesPeriod({
      startsAt: new Date('2025-06-01T00:00:00Z'),
      endsAt: new Date('2026-06-01T00:00:00Z'),
      extendedUntil: new Date('2026-06-16T00:00:00Z'),
    });
    const plan = await t.given.plan({ salesPeriod });
    const past = { startDate: new Date('2025-06-02T00:00:00Z'), endDate: new Date('2026-06-02T00:00:00Z') };
    await t.given.subscription({ customer, plan, ...past });
    const member = await loggedIn(t, customer);

    const within = await member.get('/account');
    expect(within.body.customer).toMatchObject({
      expired: false,
      subscription: { lapsed: true, end_date: '2026-06-02T00:00:00Z' },
    });

    t.clock.set('2026-06-16T00:00:00Z');
    const after = await member.get('/account');
    expect(after.body.customer).toMatchObject({ expired: true });
    expect(Object.keys(after.body.customer)).toEqual(KEYS);
  });

  it.each([
    ['has ended', { endDate: new Date('2026-06-15T12:00:00Z') }],
    ['has not begun', { startDate: new Date('2026-06-15T12:00:01Z') }],
    ['was cancelled', { cancelled: true }],
  ])('shows a customer whose subscription %s as expired, without subscription', async (_, facts) => {
    const customer = await t.given.customer();
    await t.given.subscription({ customer, ...facts });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer).toMatchObject({ expired: true, trial_membership: false });
    expect(Object.keys(body.customer)).toEqual(KEYS);
  });

  it('shows the active subscription that began last', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan({ name: 'Newer' });
    await t.given.subscription({ customer, plan, startDate: new Date('2026-06-01T00:00:00Z') });
    await t.given.subscription({ customer, startDate: new Date('2026-05-01T00:00:00Z') });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer.subscription.plan.name).toBe('Newer');
  });

  it('asks for a new address when the current one is invalid', async () => {
    const customer = await t.given.customer({ invalidEmail: true });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer.invalid_email_message).toBe(
      'Please update and confirm your email to continue receiving important notifications from us.',
    );
  });

  it('shows the user name only if the fan club has a forum', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const customer = await t.given.customer({ username: 'ada' });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer.username).toBe('ada');
    expect(Object.keys(body.customer)).toEqual([...KEYS.slice(0, 7), 'username', ...KEYS.slice(7)]);
  });

  it('omits connections to a provider that the fan club has disabled', async () => {
    const customer = await t.given.customer();
    await t.given.loginProvider({ enabled: false });
    await t.given.authentication({ customer });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer.authentications).toEqual([]);
  });

  it('shows the unregistered buyer of a free plan without identity and without `registered`', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const customer = await t.given.unregisteredCustomer({ firstName: 'Ada', listsOptIn: true });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(Object.entries(body.customer)).toEqual([
      ['id', null],
      ['first_name', null],
      ['last_name', null],
      ['email', null],
      ['new_email', null],
      ['birthdate', null],
      ['age', null],
      ['username', null],
      ['fanclub_id', null],
      ['expired', true],
      ['trial_membership', false],
      ['at_renewal_cap', false],
      ['auto_renewal_enabled', false],
      ['lists_opt_in', false],
      ['email_aliases', []],
      ['invalid_email_message', null],
      ['authentications', []],
    ]);
  });

  it('shows the buyer of a free plan the subscription', async () => {
    const customer = await t.given.unregisteredCustomer();
    await t.given.subscription({ customer });
    const { body } = await (await loggedIn(t, customer)).get('/account');
    expect(body.customer).toMatchObject({ id: null, expired: false });
    expect(Object.keys(body.customer).at(-1)).toBe('subscription');
  });

  it('shows no customer to a visitor without a session', async () => {
    expect((await t.api.get('/account')).body).toEqual(NOBODY);
  });

  it.each([
    ['registered but not confirmed', { confirmedAt: null }],
    ['blacklisted', { blacklisted: true }],
  ])('shows no customer when the customer of the session is %s', async (_, facts) => {
    const customer = await t.given.customer(facts);
    expect((await (await loggedIn(t, customer)).get('/account')).body).toEqual(NOBODY);
  });

  it('shows no customer when the session belongs to another fan club', async () => {
    const club = await t.given.fanclub();
    const other = await t.given.fanclub({});
    const stranger = await t.given.customer({ fanclubId: other.id });
    const token = await t.given.session({ customer: stranger });

    expect((await withSession(t, club.id, token).get('/account')).body).toEqual(NOBODY);
    expect((await withSession(t, other.id, token).get('/account')).body).toEqual(NOBODY);
    const home = await withSession(t, other.id, token).get('/account', { key: other.key });
    expect(home.body.customer.id).toBe(stranger.id);
  });

  it.each([
    ['revoked', { revokedAt: new Date('2026-06-15T11:59:59Z') }],
    ['past its absolute end', { expiresAt: new Date('2026-06-15T12:00:00Z') }],
    ['idle for too long', { lastSeenAt: new Date('2026-06-08T12:00:00Z') }],
  ])('shows no customer when the session is %s', async (_, facts) => {
    const customer = await t.given.customer();
    const token = await t.given.session({ customer, ...facts });
    expect((await withSession(t, customer.fanclubId, token).get('/account')).body).toEqual(NOBODY);
  });

  it('takes one statement for a logged-in customer with any number of rows, and none for others', async () => {
    const customer = await t.given.customer();
    await t.given.subscription({ customer });
    await t.given.emailAlias({ customer });
    await t.given.emailAlias({ customer });
    const member = await loggedIn(t, customer);
    const counter = countStatements();
    const answers = [await member.get('/account'), await t.api.get('/account')];
    expect(counter.stop()).toHaveLength(1);
    expect(answers.map(({ body }) => body.status)).toEqual(['ok', 'ok']);
  });
});

describe('GET /account/status', () => {
  it('reports whether the fan club’s cookie was sent, even if its value is invalid', async () => {
    const club = await t.given.fanclub();
    const status = async (name: string) =>
      (await t.api.withCookie(name, 'anything').get('/account/status')).body;

    expect(await status(`fanclub_session_${club.id}`)).toEqual({ status: 'ok', logged_in: true });
    expect(await status(`fanclub_session_${club.id + 1}`)).toEqual({ status: 'ok', logged_in: false });
    expect((await t.api.get('/account/status')).body).toEqual({ status: 'ok', logged_in: false });
  });

  it('needs a valid key, and sends no statement', async () => {
    const customer = await t.given.customer();
    const member = await loggedIn(t, customer);
    const counter = countStatements();
    await member.get('/account/status');
    expect(counter.stop()).toEqual([]);

    const { body } = await member.get('/account/status', { key: 'wrong' });
    expect(body.messages).toEqual(['Please use a valid API Key.']);
  });
});
