/** Who may call a route with a valid key: any visitor, a logged-in customer, or the fan club's organization. */
export type Caller = 'visitor' | 'customer' | 'partner';

/** The endpoints of the specification that are built: method, path below the base address, caller. A new one adds a line. */
export const API_ROUTES: readonly [method: 'GET' | 'POST', path: string, caller: Caller][] = [
  ['GET', '/account', 'visitor'],
  ['GET', '/account/benefits', 'customer'],
  ['GET', '/account/search', 'partner'],
  ['GET', '/account/shipping', 'visitor'],
  ['GET', '/account/status', 'visitor'],
  ['GET', '/contests', 'visitor'],
  ['GET', '/contests/:id', 'visitor'],
  ['GET', '/events', 'visitor'],
  ['GET', '/events/:id', 'visitor'],
  ['GET', '/fanclub', 'visitor'],
  ['GET', '/logout', 'visitor'],
  ['GET', '/orders', 'customer'],
  ['GET', '/orders/:id', 'customer'],
  ['GET', '/orders/latest', 'customer'],
  ['GET', '/plans', 'visitor'],
  ['GET', '/search', 'partner'],
  ['GET', '/subscriptions', 'customer'],
  ['GET', '/subscriptions/:id', 'customer'],
  ['GET', '/subscriptions/queued', 'customer'],
  ['POST', '/account/shipping', 'customer'],
  ['POST', '/contests/:id/enter', 'customer'],
  ['POST', '/account', 'customer'],
  ['POST', '/account/connect/:provider', 'visitor'],
  ['POST', '/account/connect/deauthorize_:provider', 'visitor'],
  ['POST', '/accounts', 'visitor'],
  ['POST', '/login', 'visitor'],
];

/** What is served beside the API, without key: health, and the hosted pages. */
export const OTHER_ROUTES: readonly [method: 'GET' | 'POST', path: string][] = [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  // Below /fanclubs/:fanclubId; the list of routes names the wildcard alone.
  ['GET', '*'],
  ['GET', '/fanclubs/:fanclubId/login'],
  ['POST', '/fanclubs/:fanclubId/login'],
  ['GET', '/fanclubs/:fanclubId/logout'],
  ['POST', '/fanclubs/:fanclubId/logout'],
  ['GET', '/fanclubs/:fanclubId/privacy'],
  ['GET', '/fanclubs/:fanclubId/redeem'],
  ['GET', '/fanclubs/:fanclubId/saved-card'],
  ['GET', '/fanclubs/:fanclubId/terms'],
];
