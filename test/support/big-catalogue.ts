import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { CATALOGUE_HASH } from '../samples/constants';

const ADDRESS = {
  first_name: 'Fan',
  last_name: 'Atic',
  address: '1 Long Road',
  address_2: '',
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};

function customer(n: number): object {
  return {
    id: n + 1,
    email: `fan${n}@example.com`,
    password_hash: CATALOGUE_HASH,
    first_name: 'Fan',
    last_name: `Number ${n}`,
    birthdate: '1990-01-01',
    shipping_address: ADDRESS,
    subscriptions: [{ plan: n % 2 ? 'Gold' : 'Silver', start_date: '2025-06-01T00:00:00Z' }],
    orders: [
      {
        plan: n % 2 ? 'Gold' : 'Silver',
        totals: { shipping: '5.00', discount: '0.00', subtotal: '100.00', total: '105.00' },
        created_at: '2025-06-01T00:00:00Z',
        paid_at: '2025-06-01T00:00:01Z',
        billing_address: ADDRESS,
        shipments: [
          { shipping_address: ADDRESS, items: [{ name: 'T-shirt', option: 'M' }, { name: 'Poster' }] },
        ],
      },
    ],
  };
}

/** Writes a catalogue of one club with this many customers, each with a subscription and an order; they precede the plans. */
export async function writeBigCatalogue(path: string, customers: number): Promise<void> {
  const file = createWriteStream(path);
  const write = async (text: string): Promise<void> => {
    if (!file.write(text)) await once(file, 'drain');
  };
  await write('{"version":1,"organizations":[{"name":"Big","fanclubs":[{"customers":[');
  for (let n = 0; n < customers; n += 1) await write(`${n ? ',' : ''}\n${JSON.stringify(customer(n))}`);
  await write(
    `],"name":"Big club","key":"big","site_url":"https://big.example","support_email":"help@big.example","plans":[
     {"name":"Gold","price":"100.00","duration":12},{"name":"Silver","price":"50.00"}]}]}]}`,
  );
  file.end();
  await finished(file);
}
