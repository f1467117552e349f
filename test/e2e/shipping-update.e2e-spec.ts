import fc from 'fast-check';
import { countStatements } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { examples, it, itInBoth } from '../suite/form';
import type { Api } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { NOW, testApp } from '../support/start-test-app';

const t = testApp();

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Byron',
  address: '12 St. James Square',
  address_2: 'Floor 2',
  city: 'London',
  state: 'LND',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};
const REQUIRED = Object.keys(ADDRESS).filter((field) => field !== 'address_2');
const UNEXPECTED = 'An error has occurred';

/** The time of the test clock. */
const t0 = new Date(NOW);

const update = (api: Api, body?: unknown) => api.post('/account/shipping', body);
const stored = () =>
  t.db.query<object[]>(
    `SELECT customer_id, first_name, last_name, address, address_2, city, state, postal_code, country
     FROM shipping_addresses ORDER BY customer_id`,
  );
const selections = () =>
  t.db.query<object[]>(
    'SELECT customer_id, item_type_id, item_option_id FROM item_selections ORDER BY customer_id, item_type_id',
  );
const autoRenewals = async () =>
  (await t.db.query<{ enabled: boolean }[]>('SELECT auto_renewal_enabled AS enabled FROM customers')).map(
    ({ enabled }) => enabled,
  );

/** A subscriber whose package asks for a size and a colour. */
async function subscriber(): Promise<{ customer: Customer; plan: Plan; size: ItemType; colour: ItemType }> {
  const [customer, plan] = [await t.given.customer(), await t.given.plan()];
  const size = await t.given.itemType({ name: 'Size', options: ['Small', 'Large'] });
  const colour = await t.given.itemType({ name: 'Colour', options: ['Red', 'Blue'] });
  await t.given.package(plan, [{ itemType: size }, { itemType: colour }]);
  await t.given.subscription({ customer, plan });
  return { customer, plan, size, colour };
}
type ItemType = Awaited<ReturnType<typeof t.given.itemType>>;

describe('POST /account/shipping', () => {
  it('stores the first address and options, and answers as GET does afterwards', async () => {
    const { customer, size, colour } = await subscriber();
    const api = await loggedIn(t, customer);

    const { code, text } = await update(api, { ...ADDRESS, [`item_type_${size.id}`]: size.options[1].id });

    const item = ({ name, options }: ItemType, selected: number | null) => ({
      label: name,
      options: options.map(({ id, name }) => ({ id, name, selected: id === selected })),
    });
    const expected = {
      status: 'ok',
      address: ADDRESS,
      items: {
        [`item_type_${size.id}`]: item(size, size.options[1].id),
        [`item_type_${colour.id}`]: item(colour, null),
      },
    };
    expect([code, text]).toEqual([200, JSON.stringify(expected)]);
    expect((await api.get('/account/shipping')).text).toBe(text);
    expect(await stored()).toEqual([{ customer_id: customer.id, ...ADDRESS }]);
  });

  it('changes the fields that are sent and keeps the rest', async () => {
    const { customer, size, colour } = await subscriber();
    await t.given.shippingAddress({ customer, city: 'London', address2: 'Floor 2' });
    await t.given.itemSelection({ customer, option: size.options[0] });
    await t.given.itemSelection({ customer, option: colour.options[0] });
    const api = await loggedIn(t, customer);
    const before = (await api.get('/account/shipping')).body;

    const body = { city: ' Leeds ', address_2: '', [`item_type_${colour.id}`]: String(colour.options[1].id) };
    const answer = (await update(api, body)).body;

    expect(answer.address).toEqual({ ...before.address, city: 'Leeds', address_2: '' });
    expect(answer).toEqual((await api.get('/account/shipping')).body);
    expect(await selections()).toEqual([
      { customer_id: customer.id, item_type_id: size.id, item_option_id: size.options[0].id },
      { customer_id: customer.id, item_type_id: colour.id, item_option_id: colour.options[1].id },
    ]);
  });

  it.each([undefined, {}, { t: 1 }])('changes nothing with %j when an address is stored', async (body) => {
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer });
    const api = await loggedIn(t, customer);
    expect((await update(api, body)).text).toBe((await api.get('/account/shipping')).text);
  });

  it('requires all fields while no address is stored, and reports them by field, in the order of contract 5.22', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const { text } = await update(api);
    const expected = {
      status: 'error',
      messages: [
        "First name can't be blank",
        "Last name can't be blank",
        "Address can't be blank",
        "City can't be blank",
        "State can't be blank",
        "Postal code can't be blank",
        "Country can't be blank",
      ],
      errors: Object.fromEntries(REQUIRED.map((field) => [field, ["can't be blank"]])),
    };
    expect(text).toBe(JSON.stringify(expected));
    expect(await stored()).toEqual([]);
  });

  it.each(REQUIRED)('refuses a blank %s even if an address is stored', async (field) => {
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer });
    const before = await stored();
    const { body } = await update(await loggedIn(t, customer), { city: 'Leeds', [field]: ' ' });
    expect(body.errors).toEqual({ [field]: ["can't be blank"] });
    expect(body.messages).toHaveLength(1);
    expect(await stored()).toEqual(before);
  });

  it('accepts a country of the list, in any letter case', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const { body } = await update(api, { ...ADDRESS, country: 'de' });
    expect(body.address.country).toBe('DE');
    const refused = await update(api, { country: 'XX' });
    expect(refused.text).toBe(
      '{"status":"error","messages":["Country is not included in the list"],"errors":{"country":["is not included in the list"]}}',
    );
  });

  it('accepts a number as postal code, and reports the maximum length of texts', async () => {
    const api = await loggedIn(t, await t.given.customer());
    expect((await update(api, { ...ADDRESS, postal_code: 90210 })).body.address.postal_code).toBe('90210');
    const { body } = await update(api, { address: 'x'.repeat(256) });
    expect(body.messages).toEqual(['Address is too long (maximum is 255 characters)']);
  });

  describe('with options', () => {
    it.each([
      ['', "can't be blank"],
      [null, "can't be blank"],
      ['   ', "can't be blank"],
      [999_999, 'is not included in the list'],
      ['abc', 'is not included in the list'],
      ['99999999999999999999', 'is not included in the list'],
      ['1\0', 'is not included in the list'],
      [[], 'is not included in the list'],
    ])('refuses %j under the name of the field, and stores no address', async (value, message) => {
      const { customer, size } = await subscriber();
      const field = `item_type_${size.id}`;
      const { text } = await update(await loggedIn(t, customer), { ...ADDRESS, [field]: value });
      const messages = [`Option name ${message}`];
      expect(text).toBe(JSON.stringify({ status: 'error', messages, errors: { [field]: [message] } }));
      expect([await stored(), await selections()]).toEqual([[], []]);
    });

    it('refuses an option of another type, and stores no valid option either', async () => {
      const { customer, size, colour } = await subscriber();
      const { body } = await update(await loggedIn(t, customer), {
        ...ADDRESS,
        [`item_type_${size.id}`]: size.options[0].id,
        [`item_type_${colour.id}`]: size.options[0].id,
      });
      expect(body.errors).toEqual({ [`item_type_${colour.id}`]: ['is not included in the list'] });
      expect([await stored(), await selections()]).toEqual([[], []]);
    });

    it("refuses another fan club's option, and ignores its types", async () => {
      const { customer, size } = await subscriber();
      const other = await t.given.fanclub({});
      const theirs = await t.given.itemType({ fanclubId: other.id });
      const api = await loggedIn(t, customer);
      const wrong = await update(api, { ...ADDRESS, [`item_type_${size.id}`]: theirs.options[0].id });
      expect(wrong.body.messages).toEqual(['Option name is not included in the list']);
      const ignored = await update(api, { ...ADDRESS, [`item_type_${theirs.id}`]: '' });
      expect(ignored.body.status).toBe('ok');
      expect(await selections()).toEqual([]);
    });

    it('does not ask for options that are not sent, required or not', async () => {
      const { customer } = await subscriber();
      expect((await update(await loggedIn(t, customer), ADDRESS)).body.status).toBe('ok');
    });

    it('checks every item type of the fan club, and stores choices for shown types only', async () => {
      const { customer, size } = await subscriber();
      const hidden = await t.given.itemType({ options: ['One size'] });
      const api = await loggedIn(t, customer);
      const field = `item_type_${hidden.id}`;
      const blank = await update(api, { ...ADDRESS, [field]: '' });
      expect(blank.body).toEqual({
        status: 'error',
        messages: ["Option name can't be blank"],
        errors: { [field]: ["can't be blank"] },
      });
      for (const option of [0, 'x', size.options[0].id]) {
        const unlisted = await update(api, { ...ADDRESS, [field]: option });
        expect(unlisted.body).toEqual({
          status: 'error',
          messages: ['Option name is not included in the list'],
          errors: { [field]: ['is not included in the list'] },
        });
      }
      expect([await stored(), await selections()]).toEqual([[], []]);
      const { body } = await update(api, { ...ADDRESS, [field]: hidden.options[0].id });
      expect(body.status).toBe('ok');
      expect(Object.keys(body.items as object)).not.toContain(field);
      expect(await selections()).toEqual([]);
    });

    it('checks item types even if none is shown', async () => {
      const { size } = await subscriber();
      const api = await loggedIn(t, await t.given.customer());
      const field = `item_type_${size.id}`;
      expect((await update(api, { ...ADDRESS, [field]: '' })).body.errors).toEqual({
        [field]: ["can't be blank"],
      });
      const { body } = await update(api, { ...ADDRESS, [field]: size.options[0].id });
      expect(body).toEqual({ status: 'ok', address: ADDRESS, items: {} });
      expect(await selections()).toEqual([]);
    });

    it.each([
      ['lapsed or expired', { startDate: daysFrom(t0, -400), endDate: daysFrom(t0, -1) }],
      ['cancelled', { cancelled: true }],
      ['not yet begun', { startDate: daysFrom(t0, 1) }],
      ['absent', null],
    ])('stores the options of a queued shipment when the membership is %s', async (_, facts) => {
      const [customer, plan] = [await t.given.customer(), await t.given.plan()];
      const size = await t.given.itemType();
      await t.given.package(plan, [{ itemType: size }]);
      if (facts) await t.given.subscription({ customer, plan, ...facts });
      await t.given.shipment({ order: await t.given.order({ customer, plan }), shipDate: null });
      const api = await loggedIn(t, customer);
      const issues = async () => (await api.get('/orders')).body.orders[0].shipments[0].issues;
      expect(await issues()).toContain('missing_required_option');
      const { body } = await update(api, { ...ADDRESS, [`item_type_${size.id}`]: size.options[1].id });
      expect(body.items[`item_type_${size.id}`].options[1].selected).toBe(true);
      expect(await selections()).toEqual([
        { customer_id: customer.id, item_type_id: size.id, item_option_id: size.options[1].id },
      ]);
      expect(await issues()).toEqual([]);
    });

    it('refuses an option that is deleted while the update runs', async () => {
      const { customer, size } = await subscriber();
      const api = await loggedIn(t, customer);
      const field = `item_type_${size.id}`;
      const holder = t.db.createQueryRunner();
      await holder.startTransaction();
      await holder.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [customer.id]);
      const answer = update(api, { ...ADDRESS, [field]: size.options[0].id });
      await untilSomeoneWaits();
      await holder.query('DELETE FROM item_options WHERE id = $1', [size.options[0].id]);
      await holder.commitTransaction();
      await holder.release();
      expect((await answer).body.errors).toEqual({ [field]: ['is not included in the list'] });
      expect([await stored(), await selections()]).toEqual([[], []]);
    });
  });

  describe('with another country', () => {
    it.each([
      ['turns auto renewal off and reports it', { on: true, from: 'US', to: 'gb' }, true],
      ['reports nothing if it was off', { on: false, from: 'US', to: 'GB' }, false],
      ['leaves it on in the same country', { on: true, from: 'GB', to: 'gb' }, false],
      ['leaves it on with the first address', { on: true, from: null, to: 'GB' }, false],
    ])('%s', async (_, { on, from, to }, disabled) => {
      const customer = await t.given.customer({ autoRenewalEnabled: on });
      if (from) await t.given.shippingAddress({ customer, country: from });
      const api = await loggedIn(t, customer);
      const { body } = await update(api, { ...ADDRESS, country: to });
      expect(Object.keys(body as object).slice(3)).toEqual(disabled ? ['auto_renewal_disabled'] : []);
      expect(body.auto_renewal_disabled).toBe(disabled ? true : undefined);
      expect(await autoRenewals()).toEqual([on && !disabled]);
      expect((await api.get('/account')).body.customer.auto_renewal_enabled).toBe(on && !disabled);
    });

    it('keeps auto renewal when the update is refused, and that of other customers', async () => {
      const customer = await t.given.customer({ autoRenewalEnabled: true });
      await t.given.customer({ autoRenewalEnabled: true });
      await t.given.shippingAddress({ customer, country: 'US' });
      const api = await loggedIn(t, customer);
      await update(api, { country: 'GB', city: '' });
      expect(await autoRenewals()).toEqual([true, true]);
      await update(api, { country: 'GB' });
      expect((await autoRenewals()).sort()).toEqual([false, true]);
    });
  });

  it.each(EVERY_VIEWER)('lets $name update, or asks them to log in', async (kind) => {
    const { text, body } = await update(await kind.client(t, await t.given.plan()), ADDRESS);
    if (kind.loggedIn) expect(body.status).toBe('ok');
    else {
      const messages = ['Please log in to access your online benefits.'];
      expect(text).toBe(JSON.stringify({ status: 'error', messages }));
    }
    expect(await stored()).toHaveLength(kind.loggedIn ? 1 : 0);
  });

  it("changes no other customer's address, and nothing in the fan club of another key", async () => {
    const [ada, bob] = [await t.given.customer(), await t.given.customer()];
    const other = await t.given.fanclub({});
    const stranger = await t.given.customer({ fanclubId: other.id });
    for (const customer of [bob, stranger]) await t.given.shippingAddress({ customer });
    const before = await stored();
    const api = await loggedIn(t, ada);
    await update(api, { ...ADDRESS, customer_id: bob.id, fanclub_id: other.id, id: 1 });
    expect(await stored()).toEqual(expect.arrayContaining([...before, { customer_id: ada.id, ...ADDRESS }]));
    const { body } = await api.post('/account/shipping', ADDRESS, { key: other.key });
    expect(body.messages).toEqual(['Please log in to access your online benefits.']);
    expect(await stored()).toHaveLength(3);
  });

  it.each(['first address', 'change'])(
    'leaves one complete form after 50 simultaneous updates: %s',
    async (kind) => {
      const { customer, size, colour } = await subscriber();
      if (kind === 'change') await t.given.shippingAddress({ customer });
      const api = await loggedIn(t, customer);
      const forms = Array.from({ length: 50 }, (_, n) => ({
        ...Object.fromEntries(Object.keys(ADDRESS).map((field) => [field, `${field} ${n}`])),
        country: ['US', 'GB', 'DE'][n % 3],
        [`item_type_${size.id}`]: size.options[n % 2].id,
        [`item_type_${colour.id}`]: colour.options[n % 2].id,
      }));
      const answers = await Promise.all(forms.map((form) => update(api, form)));
      expect(answers.map(({ body }) => body.status)).toEqual(forms.map(() => 'ok'));
      const { body } = await api.get('/account/shipping');
      const n = Number((body.address.city as string).split(' ')[1]);
      expect(forms[n]).toMatchObject(body.address as object);
      const chosen = [size, colour].map(({ options }) => ({ item_option_id: options[n % 2].id }));
      expect(await selections()).toMatchObject(chosen);
      expect(await stored()).toHaveLength(1);
    },
  );

  it('reports the end of auto renewal to one of several simultaneous updates', async () => {
    const customer = await t.given.customer({ autoRenewalEnabled: true });
    await t.given.shippingAddress({ customer, country: 'US' });
    const api = await loggedIn(t, customer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => update(api, { country: 'GB' })));
    expect(answers.filter(({ body }) => body.auto_renewal_disabled === true)).toHaveLength(1);
  });

  itInBoth(
    'answers any JSON value in any field with a success or a refusal, and writes only with a success',
    async () => {
      const { customer, size } = await subscriber();
      await t.given.shippingAddress({ customer });
      const api = await loggedIn(t, customer);
      const fields = [...Object.keys(ADDRESS), `item_type_${size.id}`];
      const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant('a\0b'));
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), anything), async (form) => {
          const before = [await stored(), await selections()];
          const { code, text, body } = await update(api, form);
          expect([code, text]).toEqual([200, expect.not.stringContaining(UNEXPECTED)]);
          if (body.status === 'ok') return;
          expect(Object.keys(form)).toEqual(expect.arrayContaining(Object.keys(body.errors as object)));
          expect([await stored(), await selections()]).toEqual(before);
        }),
        { numRuns: examples(150) },
      );
    },
  );

  it('takes six statements for any number of choices', async () => {
    const { customer, size, colour } = await subscriber();
    const api = await loggedIn(t, customer);
    const visitor = await loggedIn(t, await t.given.customer());
    const choices = [size, colour].map(({ id, options }) => [`item_type_${id}`, options[0].id]);
    const counter = countStatements();
    await update(api, { ...ADDRESS, ...Object.fromEntries(choices) });
    expect(counter.count).toBe(6);
    counter.reset();
    await update(visitor, ADDRESS);
    expect(counter.stop()).toHaveLength(6);
  });
});

/** Resolves once a statement in the test's database waits for a lock. */
async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const [{ waiting }] = await t.db.query<{ waiting: boolean }[]>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity
                      WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
    );
    if (waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
