import { METHODS, servedRoutes } from '../support/served-routes';
import { testApp } from '../support/start-test-app';
import { ROUTE_SAMPLES } from '../samples/registry';
import { API_ROUTES, OTHER_ROUTES, SPECIFIED } from './routes';

const t = testApp();

const INVALID_KEY = { status: 'error', messages: ['Please use a valid API Key.'] };
const LOGIN_REQUIRED = { status: 'error', messages: ['Please log in to access your online benefits.'] };

it('the service has exactly these routes', () => {
  const expected = [
    ...API_ROUTES.map(([method, path]) => `${method} /api/v1${path}`),
    ...OTHER_ROUTES.map(([method, path]) => `${method} ${path}`),
  ];
  // The routes for staff have samples, with which test/e2e/staff-permissions compares them.
  const served = servedRoutes(t).filter((route) => !route.includes(' /staff/api/'));
  expect(served).toEqual(expected.sort());
});

const named = (routes: typeof API_ROUTES) => routes.map((route) => route.join(' ')).sort();

it('the API has exactly the endpoints of the contract, for the callers that it names, and those with `beyondContract`', () => {
  const beyond = API_ROUTES.filter(([method, path]) => ROUTE_SAMPLES[`${method} ${path}`]?.beyondContract);
  expect(named(API_ROUTES)).toEqual(named([...SPECIFIED, ...beyond]));
});

describe.each(API_ROUTES)('%s %s', (method, path, caller) => {
  const call = (options?: Parameters<typeof t.api.request>[2]) =>
    t.api.request(method, path.replace(':id', '1'), options);

  it('refuses a request without a valid key', async () => {
    await t.given.fanclub();
    for (const key of [null, '', 'unknown']) {
      const { code, body } = await call({ key });
      expect([code, body]).toEqual([200, INVALID_KEY]);
    }
  });

  it('is an unknown path with every other method', async () => {
    const { code, body } = await call();
    expect(code).toBe(200);
    if (caller === 'customer') expect(body).toEqual(LOGIN_REQUIRED);
    if (caller === 'partner') expect(body).toEqual(INVALID_KEY);
    if (caller === 'visitor') {
      if (path !== '/refresh') expect(body).not.toEqual(LOGIN_REQUIRED);
      expect(body).not.toEqual(INVALID_KEY);
    }
  });

  it('is an unknown path for every method without a route', async () => {
    const known = API_ROUTES.filter(([, at]) => at === path).map(([own]) => own as string);
    if (known.includes('GET') && path !== '/logout') known.push('HEAD');
    const others = METHODS.filter((other) => !known.includes(other));
    const codes = others.map(async (other) => (await t.api.request(other, path.replace(':id', '1'))).code);
    expect(new Set(await Promise.all(codes))).toEqual(new Set([404]));
  });
});
