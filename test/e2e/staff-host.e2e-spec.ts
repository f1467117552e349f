import { sendRaw } from '#libs/testing';
import { StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({
  PUBLIC_URL: 'https://api.example.test',
  STAFF_URL: 'https://staff.example.test',
  TRUST_PROXY: '127.0.0.1',
  HSTS_INCLUDE_SUBDOMAINS: 'true',
});

const STAFF = 'staff.example.test';
const PUBLIC = 'api.example.test';

const ask = (host: string, path: string, headers = '', method = 'GET') =>
  sendRaw(t.origin, `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}connection: close\r\n\r\n`);
const statusOf = async (...asked: Parameters<typeof ask>): Promise<number> => (await ask(...asked)).status;

it('with STAFF_URL the app and its API answer at that host only', async () => {
  await t.given.fanclub();
  for (const path of ['/staff', '/staff/api/me', '/%73taff/api/me', '/staff/assets/x.js']) {
    expect([path, await statusOf(PUBLIC, path)]).toEqual([path, 404]);
    expect([path, await statusOf('127.0.0.1', path)]).toEqual([path, 404]);
  }
  for (const host of [STAFF, STAFF.toUpperCase(), `${STAFF}:443`])
    expect([host, await statusOf(host, '/staff/api/me')]).toEqual([host, 401]);
  expect(await statusOf(PUBLIC, `/api/v1/fanclub?key=${(await t.given.fanclub()).key}`)).toBe(200);
});

it('staff log in at that host, and the host of the fan clubs cannot use their session', async () => {
  const person = await t.given.staff();
  await t.given.staffRole({ staffId: person.id });
  const at = (host: string) => ({
    origin: t.origin,
    clock: t.clock,
    config: { publicUrl: `https://${host}` },
  });
  const staff = await new StaffClient(at(STAFF), { host: STAFF }).logIn(person);
  expect((await staff.get('/me')).status).toBe(200);
  const cookie = staff.cookies.header()!;
  const foreign = new StaffClient(at(PUBLIC), { host: STAFF, cookie });
  expect((await foreign.get('/me')).status).not.toBe(200);
  expect((await staff.get('/me')).status).toBe(200);
});

it('the host of staff is not opened by X-Forwarded-Host', async () => {
  const forged = [
    `X-Forwarded-Host: ${STAFF}\r\n`,
    `X-Forwarded-Host: x.example, ${STAFF}\r\n`,
    `Forwarded: host=${STAFF}\r\n`,
  ];
  for (const headers of forged) {
    expect([headers, await statusOf(PUBLIC, '/staff/api/me', headers)]).toEqual([headers, 404]);
    expect([headers, await statusOf(PUBLIC, '/staff', headers)]).toEqual([headers, 404]);
  }
});

it('the host of staff serves nothing but the app and its API', async () => {
  const { id, key } = await t.given.fanclub();
  for (const [method, path, headers] of [
    ['GET', `/api/v1/fanclub?key=${key}`],
    ['GET', `/api/v1/fanclub?key=${key}&callback=x`],
    ['GET', `/api/v1/fanclub?key=${key}`, `X-Forwarded-Host: ${PUBLIC}\r\n`],
    ['POST', '/api/v1/login'],
    ['GET', `/fanclubs/${id}/login`],
    ['GET', '/', 'Accept: text/html\r\n'],
    ['GET', '/docs'],
    ['GET', '/docs/page.js'],
    ['GET', '/openapi.json'],
    ['GET', '/healthz'],
    ['POST', '/payments/demo/1/events'],
    ['GET', '/staff/nowhere', 'Accept: text/html\r\n'],
  ] as const) {
    const { status, body } = await ask(STAFF, path, headers, method);
    expect([method, path, status]).toEqual([method, path, 404]);
    expect(body).toContain('The requested resource was not found on the server.');
  }
});

it('the app for staff runs scripts of its own assets only, and its domain is HTTPS only', async () => {
  const { headers } = await ask(STAFF, '/staff');
  expect(headers['content-security-policy']).toContain(
    '; script-src https://staff.example.test/staff/assets/; ',
  );
  for (const host of [STAFF, PUBLIC])
    expect((await ask(host, '/staff')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
});
