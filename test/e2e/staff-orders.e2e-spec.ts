import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { waitingParcel } from '../support/waiting-parcel';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

it('orders are listed by kind, state and day, and shown with their parcels', async () => {
  const kim = await staffOf(t);
  const { order, parcel, customer } = await waitingParcel(t);
  const refunded = await t.given.order({ refundedAt: t.clock.now() });
  const open = await t.given.order({ paidAt: null });
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await kim.get(await path(`orders?sort=id&${query}`));
    expect([query, status]).toEqual([query, 200]);
    return (body as { data: { id: number }[] }).data.map(({ id }) => id);
  };
  expect(await ids('state=open')).toEqual([open.id]);
  expect(await ids('state=refunded')).toEqual([refunded.id]);
  expect(await ids('state=complete&kind=sale')).toEqual([order.id]);
  expect(await ids('kind=comp')).toEqual([]);
  expect(await ids(`q=${open.id}&from=2026-06-05&to=2026-06-05&member_id=${open.customerId}`)).toEqual([
    open.id,
  ]);
  expect(await ids('from=2026-06-06')).toEqual([]);
  expect(await ids(`q=${customer.email!.slice(0, -2).toUpperCase()}`)).toEqual([order.id]);
  expect(await ids(`q=${customer.firstName} ${order.id}`)).toEqual([order.id]);
  const one = await kim.get(await path(`orders/${order.id}`));
  expect(one.body).toMatchObject({
    id: order.id,
    shipments: [{ id: parcel.id, address: { city: 'London' } }],
  });
  expect((await kim.get(await path('orders?from=x'))).status).toBe(400);
  expect((await kim.get(await path('orders/999999'))).status).toBe(404);
});

it('orders show only what shipping needs to fulfilment, and masked members to viewers', async () => {
  const { order, customer } = await waitingParcel(t);
  const pat = await (await staffOf(t, 'fulfilment')).get(await path(`orders/${order.id}`));
  expect(pat.body).toMatchObject({ shipments: [{ address: { city: 'London' } }] });
  expect(pat.body).not.toHaveProperty('totals');
  expect(JSON.stringify(pat.body)).not.toContain(customer.email);
  const viewer = await (await staffOf(t, 'viewer')).get(await path(`orders/${order.id}`));
  expect(viewer.body).toMatchObject({ member: { first_name: 'F.' }, shipments: [{ address: null }] });
  expect(JSON.stringify(viewer.body)).not.toContain('London');
  for (const role of ['viewer', 'fulfilment'] as const)
    expect((await (await staffOf(t, role)).get(await path('orders?q=First'))).status).toBe(400);
});
