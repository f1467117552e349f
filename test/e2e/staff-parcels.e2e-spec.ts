import type { Customer } from '#domains/accounts/customer.entity';
import { mailsOf } from '../support/mails-of';
import { type StaffClient, staffOf } from '../support/staff-client';
import { untilWaiting } from '../support/lock-waits';
import { shipmentsOf } from '../support/shipments-of';
import { testApp } from '../support/start-test-app';
import { waitingParcel } from '../support/waiting-parcel';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

const waiting = (lacks?: { address?: boolean; option?: boolean }) => waitingParcel(t, lacks);

const parcels = async (client: StaffClient, query: string): Promise<number[]> => {
  const { status, body } = await client.get(await path(`parcels?${query}`));
  expect([query, status]).toEqual([query, 200]);
  return (body as { data: { id: number }[] }).data.map(({ id }) => id);
};

const orderOf = (customer: Customer) => shipmentsOf(t, customer);

it('queues parcels by plan, state and issue', async () => {
  const pat = await staffOf(t, 'fulfilment');
  const [ready, homeless, undecided] = [
    await waiting(),
    await waiting({ address: false }),
    await waiting({ option: false }),
  ];
  const shipped = await t.given.shipment();
  const refunded = await t.given.order({ refundedAt: t.clock.now() });
  await t.given.shipment({ order: refunded, shipDate: null });
  const ids = [ready, homeless, undecided].map(({ parcel }) => parcel.id);
  expect(await parcels(pat, 'state=waiting')).toEqual(ids);
  expect(await parcels(pat, 'state=shipped')).toEqual([shipped.id]);
  expect(await parcels(pat, 'issue=address')).toEqual([homeless.parcel.id]);
  expect(await parcels(pat, 'issue=option')).toEqual([undecided.parcel.id]);
  expect(await parcels(pat, 'state=waiting&issue=none')).toEqual([ready.parcel.id]);
  expect(await parcels(pat, `plan_id=${ready.plan.id}`)).toEqual([ready.parcel.id]);
  expect(await parcels(pat, `q=${ready.order.id}&state=waiting`)).toContain(ready.parcel.id);
  for (const query of ['state=x', 'issue=x', 'plan_id=x', 'q=a b c d e f'])
    expect([query, (await pat.get(await path(`parcels?${query}`))).status]).toEqual([query, 400]);
  const { body } = await pat.get(await path(`parcels?ids=${ready.parcel.id}`));
  expect(body).toMatchObject({
    data: [
      { address: { city: 'London' }, items: [{ name: 'T-shirt', option: 'Large' }, { name: 'Poster' }] },
    ],
  });
  expect(await parcels(pat, `q=lovel`)).toEqual([ready.parcel.id, undecided.parcel.id]);
  expect(await parcels(pat, `q=${homeless.customer.email!.toUpperCase()}`)).toEqual([homeless.parcel.id]);
  const viewer = await staffOf(t, 'viewer');
  expect((await viewer.get(await path('parcels?q=lovel'))).body).toMatchObject({
    status: 400,
    detail: 'Your role can search only by numbers.',
  });
  const seen = await viewer.get(await path(`parcels?ids=${ready.parcel.id}`));
  expect(seen.body).toMatchObject({ data: [{ address: null, country: 'US' }] });
});

describe('a packing list', () => {
  it('fixes address and options of the parcels that lack nothing', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel } = await waiting();
    await waiting({ address: false });
    const { status, body, headers } = await pat.post(await path('parcels/batches'));
    expect([status, body]).toMatchObject([201, { parcels: 1 }]);
    const { id } = body as { id: number };
    expect(headers.location).toBe(`/staff/api${await path(`batches/${id}`)}`);
    await t.db.query(`UPDATE shipping_addresses SET city = 'Paris'`);
    await t.db.query('DELETE FROM item_selections');
    const one = await pat.get(await path(`batches/${id}`));
    expect(one.body).toMatchObject({
      parcels: 1,
      shipped: 0,
      list: [{ id: parcel.id, address: null, country: 'US', items: [{ option: 'Large' }, { option: null }] }],
    });
    expect((await pat.get(await path('batches'))).body).toMatchObject({ data: [{ id }], total: 1 });
    expect(await parcels(pat, 'state=batched')).toEqual([parcel.id]);
    expect((await pat.post(await path('parcels/batches'))).status).toBe(409);
  });

  it('contains no parcel of another one, also of simultaneous ones', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const made = [await waiting(), await waiting(), await waiting()];
    const parcel_ids = made.map(({ parcel }) => parcel.id);
    const answers = await Promise.all(
      [1, 2, 3].map(async () => pat.post(await path('parcels/batches'), { parcel_ids })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const rows = await t.db.query(
      'SELECT count(*)::integer, count(DISTINCT batch_id)::integer AS lists FROM batch_parcels',
    );
    expect(rows).toEqual([{ count: 3, lists: 1 }]);
    const foreign = await t.given.anotherFanclub();
    const other = await t.given.shipment({
      order: await t.given.order({ plan: await t.given.plan({ fanclubId: foreign.id }) }),
      shipDate: null,
    });
    expect((await pat.post(await path('parcels/batches'), { parcel_ids: [other.id] })).status).toBe(409);
  });

  it('contains no parcel that is being marked as shipped meanwhile', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel } = await waiting();
    const other = t.db.createQueryRunner();
    await other.startTransaction();
    await other.query(`UPDATE shipments SET ship_date = '2026-06-15' WHERE id = $1`, [parcel.id]);
    const making = pat.post(await path('parcels/batches'));
    await untilWaiting(t, 1);
    await other.commitTransaction();
    await other.release();
    expect((await making).status).toBe(409);
  });

  it('keeps its parcels without an issue, whatever members change', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel } = await waiting();
    await pat.post(await path('parcels/batches'));
    await t.db.query('DELETE FROM item_selections');
    expect(await parcels(pat, 'issue=none&state=batched')).toEqual([parcel.id]);
    expect(await parcels(pat, 'issue=any')).toEqual([]);
  });

  it('is a CSV file and a page to print, both on record', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel, order, customer } = await waiting();
    const made = await pat.post(await path('parcels/batches'), { parcel_ids: [parcel.id] });
    const { id } = made.body as { id: number };
    const file = await pat.text(await path(`batches/${id}.csv`));
    expect(file.split('\r\n')).toEqual([
      '\uFEFFshipment_id,order_id,name,address,address_2,city,state,postal_code,country,email,item 1,option 1,item 2,option 2,batch',
      expect.stringMatching(
        new RegExp(
          `^${parcel.id},${order.id},.*,12 <St. James>,.*,${customer.email},T-shirt,Large,Poster,,${id}$`,
        ),
      ),
      '',
    ]);
    const page = await pat.text(await path(`batches/${id}/print`));
    expect(page).toContain('12 &#60;St. James&#62;<br>');
    expect(page).toContain('<li>T-shirt: Large</li><li>Poster</li>');
    const audits = await t.db.query(
      `SELECT action FROM staff_audits WHERE subject_type = 'batch' ORDER BY id`,
    );
    expect(audits).toMatchObject([
      { action: 'batch.made' },
      { action: 'batch.exported' },
      { action: 'batch.exported' },
    ]);
  });
});

describe('all parcels of a packing list', () => {
  it('are marked shipped but for those sent before, and those whose order is no longer complete', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const [early, ready, refunded] = [await waiting(), await waiting(), await waiting()];
    const { id } = (await pat.post(await path('parcels/batches'))).body as { id: number };
    const ship = async (to: string, ship_date: string) => pat.post(await path(to), { ship_date });
    await ship(`parcels/${early.parcel.id}/ship`, '2026-06-14');
    await t.db.query('UPDATE orders SET refunded_at = now() WHERE id = $1', [refunded.order.id]);
    const answer = await ship(`batches/${id}/ship`, '2026-06-15');
    expect([answer.status, answer.body]).toEqual([200, { shipped: 1, refused: [refunded.parcel.id] }]);
    const days = await t.db.query('SELECT ship_date::text AS day FROM shipments ORDER BY id');
    expect(days).toEqual([{ day: '2026-06-14' }, { day: '2026-06-15' }, { day: null }]);
    expect((await mailsOf(t)).map(({ to }) => to)).toEqual([early.customer.email, ready.customer.email]);
    expect((await ship(`batches/${id}/ship`, '2026-06-15')).status).toBe(409);
    expect((await ship('batches/999999/ship', '2026-06-15')).status).toBe(404);
    expect((await ship(`batches/${id}/ship`, 'soon')).status).toBe(422);
  });
});

describe('a parcel that is marked shipped', () => {
  it('shows the member when, and sends one mail', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel, customer } = await waiting();
    const sent = { ship_date: '2026-06-15', tracking_url: 'https://carrier.example/1' };
    const { status, body } = await pat.post(await path(`parcels/${parcel.id}/ship`), sent);
    expect([status, body]).toMatchObject([200, { ...sent, mail: true }]);
    expect(await orderOf(customer)).toMatchObject([
      { status: expect.stringContaining('Shipped on '), ...sent },
    ]);
    expect(await mailsOf(t)).toMatchObject([
      { kind: 'parcel_shipped', to: customer.email, link: 'https://carrier.example/1' },
    ]);
    const corrected = { ...sent, tracking_url: 'https://carrier.example/2' };
    const again = await pat.post(await path(`parcels/${parcel.id}/ship`), corrected);
    expect(again.body).toMatchObject({ mail: false });
    expect(await orderOf(customer)).toMatchObject([corrected]);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it('needs an address and a day, and belongs to the fan club', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel } = await waiting({ address: false });
    const ship = async (id: number, body: object) => pat.post(await path(`parcels/${id}/ship`), body);
    expect((await ship(parcel.id, { ship_date: '2026-06-15' })).status).toBe(409);
    expect((await ship(parcel.id, { ship_date: '2026-02-30' })).status).toBe(422);
    expect((await ship(parcel.id, { ship_date: '2026-06-15', tracking_url: 'javascript:1' })).status).toBe(
      422,
    );
    expect((await ship(999_999, { ship_date: '2026-06-15' })).status).toBe(404);
    expect(await t.db.query('SELECT id FROM staff_audits')).toEqual([]);
  });
});
