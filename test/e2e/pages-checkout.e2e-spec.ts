import { countStatements } from '#libs/testing';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { PASSWORD } from '#samples';
import { elements, texts } from '../support/page-html';
import { loggedIn } from '../support/logged-in';
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
/** GET /account in the browser of the pages. */
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
  it('shows the plan, and orders nothing when it is opened', async () => {
    const plan = await free();
    const page = await visitor().open(checkoutOf(plan));
    expect([page.status, page.title]).toEqual([200, 'Your membership · The Lanterns']);
    expect(page.text).toMatch(/Item Price Friends \(1 year\) Free .*Join for free/);
    expect(page.buttons).toEqual(['Join for free']);
    expect(await counts()).toEqual({ orders: 0, subscriptions: 0, customers: 0 });
  });

  it.each([
    [1, '1 month'],
    [3, '3 months'],
    [24, '2 years'],
    [null, 'no end date'],
  ])('shows its duration: %s months', async (duration, text) => {
    const plan = await free({ duration, trial: true });
    const page = await visitor().open(checkoutOf(plan));
    expect(page.text).toContain(`Friends (trial membership, ${text}) Free`);
  });

  it('shows until when a plan of a season without months lasts', async () => {
    const endsAt = new Date('2026-12-31T18:00:00Z');
    const plan = await free({ duration: null, salesPeriodId: (await t.given.salesPeriod({ endsAt })).id });
    const page = await visitor().open(checkoutOf(plan));
    expect(page.text).toContain('Friends (until December 31, 2026) Free');
  });

  it('gives a new customer the membership, and asks for the registration', async () => {
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

  it('warns a new customer not to log out before registering', async () => {
    const plan = await free();
    const pages = visitor();
    await (await pages.open(checkoutOf(plan))).submit();
    const page = await pages.open(login.replace('login', 'logout'));
    expect(page.text).toContain('Once you log out, we can no longer link it to you.');
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

  it('places one order when the button is pressed twice', async () => {
    const plan = await free();
    const pages = visitor();
    const page = await pages.open(checkoutOf(plan));
    const answers = await Promise.all([page.submit(), page.submit()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await answers[1].follow()).heading).toBe('One step is left: register');
    expect(await counts()).toEqual({ orders: 1, subscriptions: 1, customers: 1 });
  });

  it('orders nothing without its token or its reference', async () => {
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

  it('reports that the customer already has the plan', async () => {
    const plan = await free();
    const pages = visitor();
    await (await pages.open(checkoutOf(plan))).submit();
    const again = await pages.open(checkoutOf(plan));
    expect([again.status, again.heading, again.buttons]).toEqual([200, 'You have this plan already', []]);
    expect(again.links['Register with The Lanterns']).toBe(login.replace('login', 'register'));
  });

  it('reports a plan that was ordered in another window meanwhile', async () => {
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

  it('shows the result page only to customers with the membership', async () => {
    const plan = await free();
    const page = await visitor().open(`${checkoutOf(plan)}/done`);
    expect([page.status, page.location]).toEqual([303, checkoutOf(plan)]);
  });

  it('renews and upgrades with the same button', async () => {
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

describe('the offer', () => {
  it('shows description, annotations and benefits of the plan, and of no other', async () => {
    const plan = await t.given.plan({
      name: 'Gold',
      price: '24.99',
      description: '<p>The <em>whole</em> sky.</p><p>All year.</p>',
      annotations: '<p>Most popular</p>',
      onlineBenefits: '<ul><li>Forum</li><li>Gr&uuml;&szlig;e &amp; news</li></ul>',
    });
    await t.given.benefit({ plans: [plan], summary: 'Presale', details: '<p>Two days <b>early</b>.</p>' });
    await t.given.benefit({ plans: [plan], summary: 'Newsletter', details: null });
    await t.given.benefit({ plans: [await free()], summary: 'Soundcheck', details: null });
    const { html, text } = await visitor().open(checkoutOf(plan));
    expect(texts(html, 'h2')).toEqual(['Gold']);
    expect(text).toMatch(/ Gold Most popular What it costs /);
    expect(text).toContain(
      'The whole sky. All year. What members get Forum Grüße & news Presale Two days early. Newsletter',
    );
    expect(html).toContain('<p>The whole sky.</p>');
    expect(html).toContain('<li>Forum</li>');
    expect(html).not.toContain('Soundcheck');
  });

  it('lists the plan, the items of its package and shipping, in the currency of the club', async () => {
    await t.db.query(`UPDATE fanclubs SET currency = 'EUR', home_country = 'DE'`);
    const plan = await t.given.plan({ name: 'Gold', price: '1250.00' });
    await t.given.package(plan, [{ name: 'Shirt' }, { name: 'Pin' }], {
      name: 'Box',
      description: '<p>By hand.</p>',
      domestic: '3.90',
      international: '9.90',
    });
    const { html } = await visitor().open(checkoutOf(plan));
    expect(texts(html, 'caption')).toEqual(['What it costs']);
    expect(texts(html, 'tr')).toEqual([
      'Item Price',
      'Gold (1 year) €1,250.00',
      'Shirt Included',
      'Pin Included',
      'Shipping (Germany) €3.90',
      'Shipping (other countries) €9.90',
    ]);
    expect(texts(html, 'h3')).toContain('Package: Box');
    expect(html).toContain('<p>By hand.</p>');
    expect(elements(html, 'th').map(({ scope }) => scope)).toEqual([
      'col',
      'col',
      'row',
      'row',
      'row',
      'row',
      'row',
    ]);
  });

  it('has one row for shipping if it costs the same everywhere', async () => {
    const plan = await free();
    await t.given.package(plan, [{ name: 'Shirt' }], { domestic: '0.00', international: '0.00' });
    const { html, buttons } = await visitor().open(checkoutOf(plan));
    expect(texts(html, 'tr').slice(1)).toEqual(['Friends (1 year) Free', 'Shirt Included', 'Shipping Free']);
    expect(buttons).toEqual(['Join for free']);
  });

  it('never shows the markup of the catalogue', async () => {
    const nasty = `<p onclick="x">a</p><script>alert(1)</script><form action="https://evil.example"><input name=password></form>
      <img src=x onerror=alert(1)><style>body { display: none }</style>&lt;script&gt;`;
    const plan = await free({ description: nasty, annotations: nasty, onlineBenefits: nasty });
    await t.given.package(plan, [{ name: nasty }], {
      name: nasty,
      description: nasty,
      domestic: '0',
      international: '0',
    });
    await t.given.benefit({ plans: [plan], summary: nasty, details: nasty });
    const { html } = await visitor().open(checkoutOf(plan));
    expect(html).not.toMatch(/<script|<img|<form action|onclick="|<input name=/);
    expect(elements(html, 'form')).toHaveLength(1);
    expect(elements(html, 'style')).toHaveLength(1);
    expect(html).toContain('&lt;script&gt;');
  });

  it('takes one statement, which reads the current plans; benefits are cached', async () => {
    const plan = await free();
    await visitor().open(checkoutOf(plan));
    const counter = countStatements();
    await visitor().open(checkoutOf(plan));
    expect(counter.stop()).toEqual([expect.stringContaining('FROM plans p')]);
  });
});

describe('the checkout of a plan that cannot be ordered', () => {
  it('reports that payments are not set up', async () => {
    const plan = await t.given.plan({ name: 'Gold', price: '24.99' });
    const page = await visitor().open(checkoutOf(plan));
    expect([page.status, page.heading, page.buttons]).toEqual([
      200,
      'This plan cannot be bought here yet',
      [],
    ]);
    expect(page.text).toContain('Paying is not set up for The Lanterns yet, so nothing was ordered.');
    expect(page.text).toContain('Gold (1 year) $24.99');
    expect(page.text).toContain('write to help@lanterns.example');
  });

  it('shows the shipping costs, if only shipping has to be paid', async () => {
    const plan = await free();
    await t.given.package(plan, [{}], { domestic: '5.00', international: '12.50' });
    const { heading, text } = await visitor().open(checkoutOf(plan));
    expect(heading).toBe('This plan cannot be bought here yet');
    expect(text).toMatch(
      /Friends \(1 year\) Free .* Shipping \(.*\) \$5\.00 Shipping \(other countries\) \$12\.50/,
    );
  });

  it('reports that it is not available', async () => {
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
  ])('is an unknown page for a plan that is %s', async (_, path) => {
    const page = await visitor().open(await path());
    expect([page.status, page.heading]).toEqual([404, 'Page not found']);
  });

  it('is an unknown page for a late form, too', async () => {
    const plan = await free();
    const page = await visitor().open(checkoutOf(plan));
    await t.db.query('UPDATE plans SET deleted = true WHERE id = $1', [plan.id]);
    expect((await page.submit()).status).toBe(404);
  });
});

it('the name of a plan is shown as text only', async () => {
  const name = '<script>alert("1")</script>';
  const page = await visitor().open(checkoutOf(await free({ name })));
  expect(page.text).toContain(name);
  expect(page.html).not.toContain('<script');
});

it('an unconfirmed customer is asked to confirm the address first, and keeps the session', async () => {
  const plan = await t.given.plan({ price: '0.00' });
  const client = await loggedIn(t, await t.given.customer({ confirmedAt: null }));
  const pages = new Pages(t.origin);
  pages.http.cookies.store(client.cookies.split('; '));
  const page = await pages.open(`/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
  expect([page.status, page.heading, page.buttons]).toEqual([200, 'Confirm your email address first', []]);
  expect(await t.db.getRepository(Customer).count()).toBe(1);
});
