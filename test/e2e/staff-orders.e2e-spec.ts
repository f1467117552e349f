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

it('the file of orders follows the filters, and has the tax of each receipt', async () => {
  const amounts = { currency: 'USD', shipping: '0.00', discount: '0.00', subtotal: '50.00', total: '50.00' };
  const taxed = await t.given.order({ ...amounts, receiptNumber: 7, taxRate: '19.00' });
  const untaxed = await t.given.order({ ...amounts, receiptNumber: 8 });
  await t.given.order({ ...amounts, paidAt: null });
  const kim = await staffOf(t, 'manager');
  const text = await kim.text(await path('orders.csv?state=complete'));
  const [headings, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const cells = rows.map((row) => row.split(','));
  const of = (name: string) => cells.map((row) => row[headings.split(',').indexOf(name)]);
  expect(of('order_id')).toEqual([String(taxed.id), String(untaxed.id)]);
  expect([of('receipt_number'), of('total')]).toEqual([
    ['7', '8'],
    ['50.00', '50.00'],
  ]);
  expect([of('tax_rate'), of('tax'), of('net')]).toEqual([
    ['19.00', ''],
    ['7.98', '0.00'],
    ['42.02', '50.00'],
  ]);
  // No personal data but ids, and nothing for who sees no money.
  expect(text).not.toContain('@');
  expect((await (await staffOf(t, 'support')).get(await path('orders.csv'))).status).toBe(403);
});
