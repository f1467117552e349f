import { countStatements } from '#libs/testing';
import { daysFrom } from '#samples';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const t = testApp();

const NOTHING = '{"status":"ok","address":null,"items":{}}';

describe('GET /account/shipping', () => {
  it('shows the primary address and the available choices, field by field', async () => {
    const customer = await t.given.customer();
    await t.given.shippingAddress({
      customer,
      firstName: 'Ada',
      lastName: 'Byron',
      address: '12 St. James Square',
      address2: 'Floor 2',
      city: 'London',
      state: 'LND',
      postalCode: 'SW1Y 4JH',
      country: 'GB',
    });
    const [size, colour, other] = [
      await t.given.itemType({ name: 'T-shirt size', options: ['Small', 'Large'] }),
      await t.given.itemType({ name: 'Colour', options: ['Red'] }),
      await t.given.itemType(),
    ];
    const plan = await t.given.plan();
    await t.given.package(plan, [
      { itemType: colour, required: false },
      {},
      { itemType: size },
      { itemType: colour },
    ]);
    await t.given.package(await t.given.plan(), [{ itemType: other }]);
    await t.given.subscription({ customer, plan });
    await t.given.itemSelection({ customer, option: size.options[1] });
    await t.given.itemSelection({ customer, option: other.options[0] });

    const { code, text } = await (await loggedIn(t, customer)).get('/account/shipping');

    const expected = {
      status: 'ok',
      address: {
        first_name: 'Ada',
        last_name: 'Byron',
        address: '12 St. James Square',
        address_2: 'Floor 2',
        city: 'London',
        state: 'LND',
        postal_code: 'SW1Y 4JH',
        country: 'GB',
      },
      items: {
        [`item_type_${colour.id}`]: {
          label: 'Colour',
          options: [{ id: colour.options[0].id, name: 'Red', selected: false }],
        },
        [`item_type_${size.id}`]: {
          label: 'T-shirt size',
          options: [
            { id: size.options[0].id, name: 'Small', selected: false },
            { id: size.options[1].id, name: 'Large', selected: true },
          ],
        },
      },
    };
    expect([code, text]).toEqual([200, JSON.stringify(expected)]);
  });

  it.each(EVERY_VIEWER)('shows $name neither address nor items while no address is stored', async (kind) => {
    const plan = await t.given.plan();
    await t.given.package(plan, [{ itemType: await t.given.itemType() }]);
    const { code, text } = await (await kind.client(t, plan)).get('/account/shipping');
    expect([code, text]).toEqual([200, NOTHING]);
  });

  it.each([
    ['who is not confirmed', { confirmedAt: null }],
    ['who is not registered', { registered: false }],
  ])('shows no data of a customer %s', async (_, facts) => {
    const customer = await t.given.customer(facts);
    await t.given.shippingAddress({ customer });
    const { text } = await (await loggedIn(t, customer)).get('/account/shipping');
    expect(text).toBe(NOTHING);
  });

  it.each([
    ['without subscription', null],
    ['whose subscription has expired', { endDate: daysFrom(new Date('2026-06-15T12:00:00Z'), -1) }],
    ['whose subscription has not begun', { startDate: daysFrom(new Date('2026-06-15T12:00:00Z'), 1) }],
  ])('shows a customer %s only the address', async (_, facts) => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    await t.given.package(plan, [{ itemType: await t.given.itemType() }]);
    await t.given.shippingAddress({ customer, city: 'Los Angeles' });
    if (facts) await t.given.subscription({ customer, plan, ...facts });
    const { body } = await (await loggedIn(t, customer)).get('/account/shipping');
    expect(body).toMatchObject({ address: { city: 'Los Angeles', address_2: '' }, items: {} });
    expect(Object.keys(body.items as object)).toEqual([]);
  });

  it('shows the item types of the active plan, then those of queued shipments, each once', async () => {
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer });
    const [active, older, newer] = [await t.given.plan(), await t.given.plan(), await t.given.plan()];
    const [size, colour, hat] = [
      await t.given.itemType(),
      await t.given.itemType(),
      await t.given.itemType(),
    ];
    await t.given.package(active, [{ itemType: hat }]);
    await t.given.package(older, [{ itemType: colour }, { itemType: hat }]);
    await t.given.package(newer, [{ itemType: size }, { itemType: colour }]);
    await t.given.subscription({ customer, plan: active });
    for (const plan of [older, newer]) {
      await t.given.shipment({ order: await t.given.order({ customer, plan }), shipDate: null });
    }
    const counter = countStatements();
    const { body } = await (await loggedIn(t, customer)).get('/account/shipping');
    const shown = Object.keys(body.items as object);
    expect(shown).toEqual([hat, colour, size].map(({ id }) => `item_type_${id}`));
    expect(counter.stop().filter((text) => text.includes('shipping_addresses')).length).toBe(1);
  });

  it('ignores sent shipments, incomplete orders and other customers’ orders', async () => {
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer });
    const plan = await t.given.plan({ price: '10.00' });
    await t.given.package(plan, [{ itemType: await t.given.itemType() }]);
    await t.given.shipment({ order: await t.given.order({ customer, plan }), shipDate: '2026-06-01' });
    await t.given.shipment({ order: await t.given.order({ customer, plan, paidAt: null }), shipDate: null });
    await t.given.shipment({ order: await t.given.order({ plan }), shipDate: null });
    expect((await (await loggedIn(t, customer)).get('/account/shipping')).body.items).toEqual({});
  });

  it('shows only the address if the package has no options or the plan has no package', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    await t.given.subscription({ customer, plan });
    await t.given.shippingAddress({ customer });
    const api = await loggedIn(t, customer);
    expect((await api.get('/account/shipping')).body.items).toEqual({});
    await t.given.package(plan, [{}, {}]);
    expect((await api.get('/account/shipping')).body.items).toEqual({});
  });

  it("shows no other customer's address, and none in the fan club of another key", async () => {
    const own = await loggedIn(t, await t.given.customer());
    await t.given.shippingAddress();
    expect((await own.get('/account/shipping')).text).toBe(NOTHING);

    const other = await t.given.fanclub({});
    const stranger = await t.given.customer({ fanclubId: other.id });
    await t.given.shippingAddress({ customer: stranger });
    const theirs = await loggedIn(t, stranger);
    expect((await theirs.get('/account/shipping')).text).toBe(NOTHING);
    expect((await theirs.get('/account/shipping', { key: other.key })).text).not.toBe(NOTHING);
  });

  it('takes one statement for any number of choices, and none for a visitor', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    const types = [await t.given.itemType(), await t.given.itemType(), await t.given.itemType()];
    await t.given.package(
      plan,
      types.map((itemType) => ({ itemType })),
    );
    await t.given.subscription({ customer, plan });
    await t.given.shippingAddress({ customer });
    const api = await loggedIn(t, customer);
    const counter = countStatements();
    const { body } = await api.get('/account/shipping');
    expect(counter.count).toBe(1);
    expect(Object.keys(body.items as object)).toHaveLength(3);
    counter.reset();
    await t.api.get('/account/shipping');
    expect(counter.stop()).toEqual([]);
  });
});
