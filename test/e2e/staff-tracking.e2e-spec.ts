import type { Customer } from '#domains/accounts/customer.entity';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { mailsOf } from '../support/mails-of';
import { shipmentsOf } from '../support/shipments-of';
import { type StaffAnswer, type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { waitingParcel } from '../support/waiting-parcel';

const t = testApp();

const COLUMNS = 'shipment_id,ship_date,tracking_url';

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

const waiting = (lacks?: { address?: boolean; option?: boolean }) => waitingParcel(t, lacks);

const parcels = async (client: StaffClient, query: string): Promise<number[]> => {
  const { status, body } = await client.get(await path(`parcels?${query}`));
  expect([query, status]).toEqual([query, 200]);
  return (body as { data: { id: number }[] }).data.map(({ id }) => id);
};

const csv = async (client: StaffClient, text: string, query = ''): Promise<StaffAnswer> =>
  client.send('POST', await path(`parcels/tracking${query}`), text, { 'content-type': 'text/csv' });

const orderOf = (customer: Customer) => shipmentsOf(t, customer);

describe('a file with tracking', () => {
  it('marks parcels, after a dry run that changes nothing', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const [one, two] = [await waiting(), await waiting()];
    const done = await t.given.shipment({
      shippingAddress: postalAddress(),
      shipDate: '2026-06-01',
      trackingUrl: null,
    });
    const file = `shipment_id,ship_date,tracking_url\r\n${one.parcel.id},2026-06-15,https://c.example/1\r\n${two.parcel.id},2026-06-15,\r\n${done.id},2026-06-01,\r\n`;
    const expected = { new: 2, changed: 0, unchanged: 1, ignored: [], changes: [], faults: [] };
    expect(await csv(pat, file, '?dry_run=true')).toMatchObject({ status: 200, body: expected });
    expect(await mailsOf(t)).toEqual([]);
    expect(await parcels(pat, 'state=waiting')).toHaveLength(2);
    expect(await csv(pat, file)).toMatchObject({ status: 200, body: expected });
    expect(await mailsOf(t)).toMatchObject([
      { to: one.customer.email, link: 'https://c.example/1' },
      { to: two.customer.email },
    ]);
    expect(await orderOf(one.customer)).toMatchObject([{ ship_date: '2026-06-15' }]);
    const again = await csv(pat, file);
    expect(again.body).toEqual({ new: 0, changed: 0, unchanged: 3, ignored: [], changes: [], faults: [] });
    expect(await mailsOf(t)).toHaveLength(2);
  });

  it('with faults changes nothing, and returns a file that can be mended and sent again', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const [one, homeless] = [await waiting(), await waiting({ address: false })];
    const lines = [
      `${one.parcel.id},2026-06-15,`,
      `${homeless.parcel.id},2026-06-15,`,
      '999,2026-06-15,',
      'x,soon,y',
    ];
    const refused = await csv(pat, [COLUMNS, ...lines].join('\n'));
    expect(refused).toMatchObject({
      status: 422,
      body: {
        faults: [
          { line: 3, column: 'shipment_id' },
          { line: 4, column: 'shipment_id' },
          { line: 5, column: 'shipment_id' },
          { line: 5, column: 'ship_date' },
          { line: 5, column: 'tracking_url' },
        ],
      },
    });
    expect(await parcels(pat, 'state=shipped')).toEqual([]);
    const mended = (refused.body as { error_file: string }).error_file
      .split('\r\n')
      .filter((line) => !/^(999|x),/.test(line))
      .join('\r\n');
    await t.given.shippingAddress({ customer: homeless.customer });
    expect(await csv(pat, mended)).toMatchObject({ status: 200, body: { new: 1, faults: [] } });
    expect(await parcels(pat, 'state=shipped')).toEqual([homeless.parcel.id]);
    expect((await csv(pat, 'shipment,ship_date\n1,2')).status).toBe(422);
    const nul = await csv(pat, `${COLUMNS}\n${homeless.parcel.id},2026-06-15,https://x.example/%\u0000`);
    expect(nul.status).toBe(422);
    expect((await pat.post(await path('parcels/tracking'), {})).status).toBe(415);
  });

  it('without the column of tracking addresses keeps those that there are', async () => {
    const pat = await staffOf(t, 'fulfilment');
    const { parcel, customer } = await waiting();
    const url = 'https://carrier.example/1';
    await csv(pat, `${COLUMNS}\n${parcel.id},2026-06-15,${url}`);
    const same = await csv(pat, `shipment_id,ship_date\n${parcel.id},2026-06-15`);
    expect(same.body).toMatchObject({ changed: 0, unchanged: 1 });
    await csv(pat, `shipment_id,ship_date\n${parcel.id},2026-06-14`);
    expect(await orderOf(customer)).toMatchObject([{ ship_date: '2026-06-14', tracking_url: url }]);
    await csv(pat, `${COLUMNS}\n${parcel.id},2026-06-14,`);
    expect(await orderOf(customer)).toMatchObject([{ tracking_url: null }]);
  });
});
