import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { waitingParcel } from '../support/waiting-parcel';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

it('a choice is added, and a package asks for it', async () => {
  const kim = await staffOf(t, 'manager');
  const made = await kim.post(await path('item_types'), {
    name: 'T-shirt size',
    options: [{ name: 'Small' }, { name: 'Large' }],
  });
  expect(made).toMatchObject({ status: 201, body: { options: [{ name: 'Small' }, { name: 'Large' }] } });
  const { id } = made.body as { id: number };
  const items = [{ name: 'T-shirt', item_type: id }];
  const shipping_and_handling = { domestic: '0.00', international: '0.00' };
  const plan = await kim.post(await path('plans'), {
    ...{ name: 'Gold', price: '10.00', package: { name: 'Box', shipping_and_handling, items } },
  });
  expect(plan).toMatchObject({ status: 201, body: { package: { items: [{ item_type: id }] } } });
  const used = await kim.delete(await path(`item_types/${id}`));
  expect(used).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/still in use/) as string },
  });
});

it('a renamed option stays chosen; whoever chose a removed one chooses again', async () => {
  const kim = await staffOf(t, 'manager');
  const { type, customer } = await waitingParcel(t);
  const to = await path(`item_types/${type.id}`);
  const [small, large] = type.options;
  const change = async (options: object[]) =>
    kim.patch(to, { options }, String((await kim.get(to)).headers.etag));
  const chosen = async (): Promise<number[]> =>
    (
      await t.db.query<{ id: number }[]>(
        `SELECT item_option_id AS id FROM item_selections WHERE customer_id = ${customer.id}`,
      )
    ).map(({ id }) => id);

  const renamed = await change([{ id: large.id, name: 'L' }, { name: 'Small' }, { name: 'XL' }]);
  expect(renamed).toMatchObject({
    status: 200,
    body: { options: [{ id: large.id, name: 'L' }, { id: small.id, name: 'Small' }, { name: 'XL' }] },
  });
  expect(await chosen()).toEqual([large.id]);
  expect(
    await change([
      { id: large.id, name: 'L' },
      { id: 987_654, name: 'XXL' },
    ]),
  ).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/options/1/id', detail: 'is not the id of one in this list' }] },
  });
  // The removed option's name is free at once.
  expect(await change([{ id: small.id, name: 'L' }])).toMatchObject({
    status: 200,
    body: { options: [{ id: small.id, name: 'L' }] },
  });
  expect(await chosen()).toEqual([]);
  expect((await kim.get(await path('parcels?issue=option'))).body).toMatchObject({ total: 1 });
});
