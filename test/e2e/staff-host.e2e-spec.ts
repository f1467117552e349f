import { sendRaw } from '#libs/testing';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'https://api.example.test', STAFF_URL: 'https://staff.example.test' });

const statusOf = async (host: string, path: string): Promise<number> =>
  (await sendRaw(t.origin, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).status;

it('with STAFF_URL the app and its API answer at that host only', async () => {
  await t.given.fanclub();
  for (const path of ['/staff', '/staff/api/me', '/%73taff/api/me', '/staff/assets/x.js']) {
    expect([path, await statusOf('api.example.test', path)]).toEqual([path, 404]);
    expect([path, await statusOf('127.0.0.1', path)]).toEqual([path, 404]);
  }
  expect(await statusOf('staff.example.test', '/staff/api/me')).toBe(401);
  expect(await statusOf('api.example.test', `/api/v1/fanclub?key=${(await t.given.fanclub()).key}`)).toBe(
    200,
  );
});
