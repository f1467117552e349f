import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { testApp } from '../support/start-test-app';

const t = testApp(withDemoBank);

const isUnavailable = async (): Promise<unknown> => {
  const [row] = await t.db.query<{ unavailable: boolean }[]>(
    `SELECT content->'switches'->'unavailable' AS unavailable FROM demo_bank.objects WHERE kind = 'account'`,
  );
  return row.unavailable;
};

it('the switches of the demo bank take no forms of other websites', async () => {
  const { account } = await openBank(t);
  await t.given.trustedDomain({ origin: 'https://fans.example' });
  const { key } = await t.given.fanclub();
  const post = async (headers: object): Promise<number> => {
    const body = new URLSearchParams({ account: account.accountRef, unavailable: 'on' });
    const url = `${t.origin}/demo-bank/switches?key=${key}`;
    return (await fetch(url, { method: 'POST', redirect: 'manual', headers: { ...headers }, body })).status;
  };
  const own = t.config.publicUrl;
  for (const headers of [
    { origin: 'https://x.example' },
    { origin: 'null' },
    // A website that a fan club trusts.
    { origin: 'https://fans.example' },
    { origin: own, 'sec-fetch-site': 'cross-site' },
    // A name of a stranger that leads to this machine.
    { origin: `http://x.example:${new URL(own).port}`, 'sec-fetch-site': 'same-origin' },
  ]) {
    expect([headers, await post(headers)]).toEqual([headers, 403]);
    expect(await isUnavailable()).toBe(false);
  }
  expect(await post({ origin: own, 'sec-fetch-site': 'same-origin' })).toBe(303);
  expect(await isUnavailable()).toBe(true);
  expect((await fetch(`${t.origin}/demo-bank/switches`)).headers.get('referrer-policy')).toBe('same-origin');
});
