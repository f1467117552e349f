import { Customer } from '../../src/accounts';
import { Order } from '../../src/orders';
import type { Plan } from '../../src/plans';
import { Subscription } from '../../src/subscriptions';
import { PASSWORD } from '../factories';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);
const free = (facts: Partial<Plan> = {}) => t.given.plan({ name: 'Friends', price: '0.00', ...facts });
const checkoutOf = ({ fanclubId, id }: Plan) => `/fanclubs/${fanclubId}/plans/${id}/checkout`;
const counts = async () => ({
  orders: await t.db.getRepository(Order).count(),
  subscriptions: await t.db.getRepository(Subscription).count(),
  customers: await t.db.getRepository(Customer).count(),
});
/** GET /account as the browser of the pages. */
const account = async (pages: Pages) =>
  (await t.api.stranger().get('/account', { headers: { cookie: pages.http.cookies.header() ?? '' } })).body
    .customer;

let login: string;
beforeEach(async () => {
  const club = await t.given.fanclub({
    name: 'The Lanterns',
    siteUrl: 'https://lanterns.example',
    supportEmail: 'help@lanterns.example',
  });
  login = `/fanclubs/${club.id}/login`;
});

describe('the checkout of a free plan', () => {
  it('shows what it is and orders nothing by being opened', async () => {
    const plan = await free();
    const page = await visitor().open(checkoutOf(plan));
    expect([page.status, page.title]).toEqual([200, 'Your membership · The Lanterns']);
    expect(page.text).toContain('Plan Friends Price Free Duration 1 year');
    expect(page.buttons).toEqual(['Join for free']);
    expect(await counts()).toEqual({ orders: 0, subscriptions: 0, customers: 0 });
  });

  it.each([
    [1, '1 month'],
    [3, '3 months'],
    [24, '2 years'],
    [null, 'Without end'],
  ])('says how long it lasts: %s months', async (duration, text) => {
    const plan = await free({ duration, trial: true });
    const page = await visitor().open(checkoutOf(plan));
    expect(page.text).toContain(`Duration ${text} Kind Trial membership`);
  });

  it('gives somebody new the membership, and says that registering is what is left', async () => {
    const plan = await free();
    const pages = visitor();
    const answer = await (await pages.open(checkoutOf(plan))).submit();
    expect([answer.status, answer.location]).toEqual([303, `${checkoutOf(plan)}/done`]);
    expect(answer.headers['set-cookie']).toHaveLength(1);
    const done = await answer.follow();
    expect([done.status, done.heading]).toEqual([200, 'One step is left: register']);
    expect(done.text).toContain('Your membership “Friends” has begun');
    expect(done.links['Register with The Lanterns']).toBe(login.replace('login', 'register'));
    expect(await counts()).toEqual({ orders: 1, subscriptions: 1, customers: 1 });
    expect(await account(pages)).toMatchObject({ email: null, first_name: null });
  });

  it('warns somebody new of logging out before registering', async () => {
    const plan = await free();
    const pages = visitor();
    await (await pages.open(checkoutOf(plan))).submit();
    const page = await pages.open(login.replace('login', 'logout'));
    expect(page.text).toContain('Once you log out, nobody can tell any more that it is yours.');
  });

  it('gives a logged-in customer the membership', async () => {
    const plan = await free();
    await t.given.customer({ email: 'ada@x.example', firstName: 'Ada' });
    const pages = visitor();
    const shown = await pages.open(checkoutOf(plan));
    const form = await pages.open(shown.links['Log in first']);
    const back = await form.submit({ email: 'ada@x.example', password: PASSWORD });
    expect(back.location).toBe(`https://api.example.test${checkoutOf(plan)}`);
    const page = await pages.open(back.location!);
    expect(page.links).not.toHaveProperty('Log in first');
    const done = await (await page.submit()).follow();
    expect([done.status, done.heading]).toEqual([200, 'Welcome, Ada']);
    expect(done.links['Continue to The Lanterns']).toBe('https://lanterns.example');
    expect(await counts()).toEqual({ orders: 1, subscriptions: 1, customers: 1 });
    expect((await account(pages)).subscription.plan.name).toBe('Friends');
  });

  it('places one order when the button is pressed twice at once', async () => {
    const plan = await free();
    const pages = visitor();
    const page = await pages.open(checkoutOf(plan));
    const answers = await Promise.all([page.submit(), page.submit()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await answers[1].follow()).heading).toBe('One step is left: register');
    expect(await counts()).toEqual({ orders: 1, subscriptions: 1, customers: 1 });
  });

  it('orders nothing without its token, or without its reference', async () => {
    const plan = await free();
    const page = await visitor().open(checkoutOf(plan));
    expect((await page.submit({ form_token: '' })).status).toBe(403);
    const answer = await page.submit({ reference: 'x' });
    expect([answer.status, answer.problems]).toEqual([
      422,
      ['This form is no longer valid. Please load the page again.'],
    ]);
    expect(await counts()).toMatchObject({ orders: 0, subscriptions: 0 });
  });

  it('says that the plan is theirs to who has it', async () => {
    const plan = await free();
    const pages = visitor();
    await (await pages.open(checkoutOf(plan))).submit();
    const again = await pages.open(checkoutOf(plan));
    expect([again.status, again.heading, again.buttons]).toEqual([200, 'You have this plan already', []]);
    expect(again.links['Register with The Lanterns']).toBe(login.replace('login', 'register'));
  });

  it('says so to who took it in another window meanwhile', async () => {
    const plan = await free();
    await t.given.customer({ email: 'ada@x.example' });
    const pages = visitor();
    await (await pages.open(login)).submit({ email: 'ada@x.example', password: PASSWORD });
    const [one, other] = [await pages.open(checkoutOf(plan)), await pages.open(checkoutOf(plan))];
    await one.submit();
    const answer = await other.submit();
    expect([answer.status, answer.heading]).toEqual([422, 'You have this plan already']);
    expect(await counts()).toMatchObject({ orders: 1 });
  });

  it('leads to the page that tells what happened only who has the membership', async () => {
    const plan = await free();
    const page = await visitor().open(`${checkoutOf(plan)}/done`);
    expect([page.status, page.location]).toEqual([303, checkoutOf(plan)]);
  });

  it('renews and upgrades by the same button', async () => {
    const [from, to] = [await free({ name: 'Small' }), await free({ name: 'Large' })];
    await t.given.upgrade(from, to, { price: '0.00' });
    const customer = await t.given.customer({ email: 'ada@x.example' });
    await t.given.subscription({ customer, plan: from });
    const pages = visitor();
    await (await pages.open(login)).submit({ email: 'ada@x.example', password: PASSWORD });
    const page = await pages.open(checkoutOf(to));
    expect(page.buttons).toEqual(['Upgrade for free']);
    expect((await (await page.submit()).follow()).text).toContain('Your membership “Large” has begun.');
  });
});

describe('the checkout of a plan that cannot be ordered', () => {
  it('says that paying is not set up', async () => {
    const plan = await t.given.plan({ name: 'Gold', price: '24.99' });
    const page = await visitor().open(checkoutOf(plan));
    expect([page.status, page.heading, page.buttons]).toEqual([
      200,
      'This plan cannot be bought here yet',
      [],
    ]);
    expect(page.text).toContain('“Gold” costs $24.99. Paying is not set up for The Lanterns yet');
    expect(page.text).toContain('write to help@lanterns.example');
  });

  it('says what shipping costs, where that is all that is to be paid', async () => {
    const plan = await free();
    await t.given.package(plan, [{}], { domestic: '5.00', international: '12.50' });
    expect((await visitor().open(checkoutOf(plan))).text).toContain(
      '“Friends” is free, but shipping costs $5.00, abroad $12.50.',
    );
  });

  it('says that it is not available', async () => {
    const plan = await free({ onSale: false });
    const page = await visitor().open(checkoutOf(plan));
    expect([page.status, page.heading, page.buttons]).toEqual([200, 'This plan is not available', []]);
    expect(page.links['See the plans']).toBe((await t.given.fanclub()).plansUrl);
  });

  it.each([
    ['withdrawn', async () => checkoutOf(await free({ deleted: true }))],
    ['unknown', async () => checkoutOf({ ...(await free()), id: 9_999 })],
    [
      "another fan club's",
      async () => {
        const other = await t.given.fanclub({});
        const plan = await free({ fanclubId: other.id });
        return checkoutOf({ ...plan, fanclubId: (await t.given.fanclub()).id });
      },
    ],
  ])('is a page that is not there for a plan that is %s', async (_, path) => {
    const page = await visitor().open(await path());
    expect([page.status, page.heading]).toEqual([404, 'Page not found']);
  });

  it('is a page that is not there also for a form that comes late', async () => {
    const plan = await free();
    const page = await visitor().open(checkoutOf(plan));
    await t.db.query('UPDATE plans SET deleted = true WHERE id = $1', [plan.id]);
    expect((await page.submit()).status).toBe(404);
  });
});

it('a name of a plan is only text', async () => {
  const name = '<script>alert("1")</script>';
  const page = await visitor().open(checkoutOf(await free({ name })));
  expect(page.text).toContain(name);
  expect(page.html).not.toContain('<script');
});
