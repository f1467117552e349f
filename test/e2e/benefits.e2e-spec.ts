import { countStatements } from '#libs/testing';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const t = testApp();

describe('GET /account/benefits', () => {
  it('lists the benefits of the active subscription’s plan by id, field by field', async () => {
    const customer = await t.given.customer();
    const [plan, otherPlan] = [await t.given.plan(), await t.given.plan()];
    await t.given.subscription({ customer, plan });
    const first = await t.given.benefit({
      summary: 'Presale',
      details: '<p>Early</p>',
      imageUrl: 'https://x.example/a.png',
      plans: [plan, otherPlan],
    });
    await t.given.benefit({ plans: [otherPlan] });
    await t.given.benefit({ plans: [] });
    const last = await t.given.benefit({
      summary: 'Forum',
      details: null,
      imageUrl: null,
      benefitType: 'offline',
      plans: [plan],
    });

    const { code, body } = await (await loggedIn(t, customer)).get('/account/benefits');

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'benefits']);
    expect(body.status).toBe('ok');
    expect((body.benefits as object[]).map((benefit) => Object.entries(benefit))).toEqual([
      [
        ['id', first.id],
        ['summary', 'Presale'],
        ['details', '<p>Early</p>'],
        ['benefit_type', 'online'],
        ['image_url', 'https://x.example/a.png'],
      ],
      [
        ['id', last.id],
        ['summary', 'Forum'],
        ['details', null],
        ['benefit_type', 'offline'],
        ['image_url', null],
      ],
    ]);
  });

  it.each([
    ['has ended', { endDate: new Date('2026-06-15T12:00:00Z') }],
    ['has not begun', { startDate: new Date('2026-06-15T12:00:01Z') }],
    ['was cancelled', { cancelled: true }],
  ])('lists nothing when the subscription %s', async (_, facts) => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    await t.given.benefit({ plans: [plan] });
    await t.given.subscription({ customer, plan, ...facts });
    const { body } = await (await loggedIn(t, customer)).get('/account/benefits');
    expect(body).toEqual({ status: 'ok', benefits: [] });
  });

  it('asks logged-out visitors and the unregistered buyer of a free plan to log in', async () => {
    const buyer = await t.given.unregisteredCustomer();
    await t.given.subscription({ customer: buyer });
    for (const visitor of [t.api, await loggedIn(t, buyer)]) {
      const { code, body } = await visitor.get('/account/benefits');
      expect(code).toBe(200);
      expect(body).toEqual({ status: 'error', messages: ['Please log in to access your online benefits.'] });
    }
  });

  it('takes one statement for any number of benefits', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    await t.given.subscription({ customer, plan });
    for (let n = 0; n < 5; n += 1) await t.given.benefit({ plans: [plan] });
    const member = await loggedIn(t, customer);
    const counter = countStatements();
    const { body } = await member.get('/account/benefits');
    expect(counter.stop()).toHaveLength(1);
    expect(body.benefits).toHaveLength(5);
  });
});
