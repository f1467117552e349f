import type { CustomerInput } from '#domains/accounts/accounts.samples';
import type { ContestInput } from '#domains/contests/contests.samples';
import { PASSWORD } from '#samples';
import type { Answer, Api } from '../support/api';
import { loggedIn, withSession } from '../support/logged-in';
import { signedRequest } from '../support/signed-request';
import type { TestApp } from '../support/start-test-app';

type Facts = Partial<CustomerInput>;

/** The age in seconds of a signed request that is one second too old. */
const TOO_LONG_AGO = -3_601;

/**
 * The scenes that lead to the messages: each makes its rows in the test's fan club, sends one request and returns the
 * answer. The logged-in customer is Ada, `ada@x.example`; a new customer is `new@x.example`.
 */
export class Scenes {
  constructor(private readonly t: TestApp) {}

  // Callers and paths

  async ada(facts: Facts = {}): Promise<Api> {
    return loggedIn(this.t, await this.customer(facts));
  }

  customer(facts: Facts = {}) {
    return this.t.given.customer({ email: 'ada@x.example', ...facts });
  }

  async inForum(ask: () => Promise<Answer>): Promise<Answer> {
    await this.t.db.query('UPDATE fanclubs SET forum_integration = true');
    return ask();
  }

  async besides(customer: Facts, ask: () => Promise<Answer>): Promise<Answer> {
    await this.t.given.customer(customer);
    return ask();
  }

  /** A customer who has bought a free plan and not registered. */
  async buyer(): Promise<Api> {
    await this.t.given.loginProvider();
    const customer = await this.t.given.unregisteredCustomer();
    const order = await this.t.given.order({ customer, plan: await this.t.given.plan({ price: '0' }) });
    return withSession(this.t, customer.fanclubId, await this.t.given.session({ customer, order }));
  }

  // Keys

  async revokedKey(): Promise<Answer> {
    const { key } = await this.t.given.fanclubKey({ revokedAt: this.t.clock.now() });
    return this.t.api.get('/fanclub', { key });
  }

  async search(apiKey: string): Promise<Answer> {
    return this.t.api.get('/account/search', { headers: { 'api-key': apiKey } });
  }

  async searchOfStranger(): Promise<Answer> {
    const { organizationId } = await this.t.given.fanclub({});
    return this.search(await this.t.given.organizationKey({ organizationId }));
  }

  /** Answers while a table is missing. */
  async broken(): Promise<Answer> {
    await this.t.db.query('ALTER TABLE contests RENAME TO elsewhere');
    try {
      return await this.t.api.get('/contests');
    } finally {
      await this.t.db.query('ALTER TABLE elsewhere RENAME TO contests');
    }
  }

  // Accounts

  create(fields: object): Promise<Answer> {
    return this.t.api.post('/accounts', { email: 'new@x.example', birthdate: '1990-12-10', ...fields });
  }

  createWith(password: string, confirmation = password): Promise<Answer> {
    return this.create({ password_attributes: { password, password_confirmation: confirmation } });
  }

  async update(fields: object): Promise<Answer> {
    return (await this.ada()).post('/account', fields);
  }

  /** A customer sends a blank user name in place of the present one. */
  async withoutUsername(fields: object = {}): Promise<Answer> {
    const ada = await this.t.given.customer({ username: 'ada' });
    return (await loggedIn(this.t, ada)).post('/account', { username: '', ...fields });
  }

  changePassword(password: string, confirmation = password, current: unknown = PASSWORD): Promise<Answer> {
    return this.update({ password, password_confirmation: confirmation, current_password: current });
  }

  // Logging in, registering, connecting

  async logIn(facts: Facts, password: unknown = PASSWORD): Promise<Answer> {
    await this.customer(facts);
    return this.t.api.post('/login', { email: 'ada@x.example', password });
  }

  claim(secondsFromNow = 0, secret?: string): { social_signed_request: string } {
    const issuedAt = this.t.clock.now().getTime() / 1000 + secondsFromNow;
    const request = signedRequest(this.t, '1001', { issued_at: issuedAt, ...(secret && { secret }) });
    return { social_signed_request: request };
  }

  /** A claim, in a fan club with a provider. */
  async withProvider() {
    await this.t.given.loginProvider();
    return this.claim();
  }

  oldClaim() {
    return this.claim(TOO_LONG_AGO);
  }

  forgedClaim() {
    return this.claim(0, 'forged');
  }

  async socialLogIn(claim: object = this.claim()): Promise<Answer> {
    await this.t.given.loginProvider();
    return this.t.api.post('/login', claim);
  }

  async socialLogInOf(facts: Facts): Promise<Answer> {
    await this.t.given.authentication({ customer: await this.customer(facts), uid: '1001' });
    return this.socialLogIn();
  }

  async register(api: Api | Promise<Api>, claim: object = this.claim()): Promise<Answer> {
    return (await api).post('/account/register', claim);
  }

  /** With everything that is required after buying a free plan. */
  registerFully(fields: object = {}, buyer: Api | Promise<Api> = this.buyer()): Promise<Answer> {
    const required = { email: 'new@x.example', birthdate: '1990-12-10', accept_terms: true };
    return this.register(buyer, { ...this.claim(), ...required, ...fields });
  }

  async registerConnected(): Promise<Answer> {
    const buyer = await this.buyer();
    await this.t.db.query(
      `INSERT INTO authentications (fanclub_id, customer_id, name, uid)
       SELECT fanclub_id, id, 'social', '1002' FROM customers`,
    );
    return this.registerFully({}, buyer);
  }

  async deauthorize(claim: object): Promise<Answer> {
    await this.t.given.loginProvider();
    return this.t.api.post('/account/connect/deauthorize_social', claim);
  }

  async connect(api: Api | Promise<Api>, claim: object = this.claim()): Promise<Answer> {
    await this.t.given.loginProvider();
    return (await api).post('/account/connect/social', claim);
  }

  async connectAgain(): Promise<Answer> {
    const customer = await this.customer();
    await this.t.given.authentication({ customer });
    return this.connect(loggedIn(this.t, customer));
  }

  async connectTaken(): Promise<Answer> {
    await this.t.given.authentication({ uid: '1001' });
    return this.connect(this.ada());
  }

  // Contests and contacts

  async enter(contest: Partial<ContestInput>, facts: Facts = {}): Promise<Answer> {
    const { id } = await this.t.given.contest(contest);
    return (await this.ada(facts)).post(`/contests/${id}/enter`);
  }

  async enterAgain(): Promise<Answer> {
    const customer = await this.customer();
    const { contestId } = await this.t.given.entry({ customer });
    return (await loggedIn(this.t, customer)).post(`/contests/${contestId}/enter`);
  }

  async enterForOthers(): Promise<Answer> {
    const { id } = await this.t.given.contest({ plans: [await this.t.given.plan()] });
    return (await this.ada()).post(`/contests/${id}/enter`);
  }

  signUp(fields: object): Promise<Answer> {
    return this.t.api.post('/contacts', { contact: { email: 'new@x.example', ...fields } });
  }

  async signUpAgain(): Promise<Answer> {
    await this.t.given.contact({ email: 'ada@x.example' });
    return this.signUp({ email: 'Ada@x.example' });
  }

  // Orders and shipping

  async othersOrder(): Promise<Answer> {
    const { id } = await this.t.given.order();
    return (await this.ada()).get(`/orders/${id}`);
  }

  /** With a stored address. */
  async ship(fields: object): Promise<Answer> {
    const customer = await this.customer();
    await this.t.given.shippingAddress({ customer });
    return (await loggedIn(this.t, customer)).post('/account/shipping', fields);
  }

  /** With a stored address, and a package that asks for an option of item type 1, the only one. */
  async choose(option: unknown): Promise<Answer> {
    const customer = await this.customer();
    const plan = await this.t.given.plan();
    await this.t.given.package(plan, [{ itemType: await this.t.given.itemType() }]);
    await this.t.given.subscription({ customer, plan });
    await this.t.given.shippingAddress({ customer });
    return (await loggedIn(this.t, customer)).post('/account/shipping', { item_type_1: option });
  }
}
