import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner } from '@nestjs/core';
import { DOMAINS } from '../../src/domains';
import { ACCESS, type Access } from '../../src/platform/access';
import { STAFF_ACCESS } from '../../src/platform/staff/staff-context';

/** Who may call a route with a valid key: any visitor, a logged-in customer, or the fan club's organization. */
export type Caller = Extract<Access['kind'], 'visitor' | 'customer' | 'partner'>;

/** Method, path below the base address, caller. */
export type Route = readonly [method: 'GET' | 'POST', path: string, caller: Caller];

const DECLARED: readonly { route: Route; access: Access | undefined }[] = DOMAINS.flatMap(
  (domain) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, domain) ?? []) as Type<object>[],
)
  .flatMap(routesOf)
  // Routes for staff that the module of a domain itself declares.
  .filter(({ route: [, path] }) => !path.startsWith('/staff/'))
  .sort(({ route: [, one] }, { route: [, other] }) => (one < other ? -1 : 1));

/** The routes of the API, as the controllers of the domains declare them; a test compares them with those of the running service. */
export const API_ROUTES: readonly Route[] = DECLARED.map(({ route }) => route);

/** The routes, as `GET /plans`, that only read what visitors and customers see. They use kept visits, so they must not write. */
export const ONLY_READING: ReadonlySet<string> = new Set(
  DECLARED.filter(({ route: [method], access }) => {
    const writes = access?.kind === 'visitor' ? access.writes : access?.kind !== 'customer';
    return method === 'GET' && !writes;
  }).map(({ route: [method, path] }) => `${method} ${path}`),
);

function routesOf(controller: Type<object>): (typeof DECLARED)[number][] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (Reflect.hasMetadata(STAFF_ACCESS, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] as Route[0];
    const access = (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller)) as
      Access | undefined;
    // Its callers are identified by what they sign.
    if (access?.kind === 'outside') return [];
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => {
        const whole = `/${[base, path].filter((part) => part !== '/').join('/')}`;
        return { route: [method, whole, access?.kind as Caller] as const, access };
      }),
    );
  });
}

/** The paths of a controller or handler; empty for a method that answers no route. */
function pathsOf(declared: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, declared) ?? []) as string | string[]].flat();
}

/** The endpoints of docs/contract.md. Samples declare any others. */
export const SPECIFIED: readonly Route[] = [
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
  ['POST', '/contacts', 'visitor'],
  ['POST', '/contests/:id/enter', 'customer'],
  ['POST', '/account', 'customer'],
  ['POST', '/account/connect/:provider', 'visitor'],
  ['POST', '/account/connect/deauthorize_:provider', 'visitor'],
  ['POST', '/account/register', 'visitor'],
  ['POST', '/accounts', 'visitor'],
  ['POST', '/login', 'visitor'],
  ['POST', '/refresh', 'visitor'],
];

/** The routes beside the API, without a key: health, and the hosted pages. */
export const OTHER_ROUTES: readonly [method: 'GET' | 'POST', path: string][] = [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/.well-known/fanclub'],
  ['GET', '/hosts/ask'],
  ['GET', '/openapi.json'],
  ['GET', '/docs'],
  ['GET', '/docs/:file'],
  // Where payment providers send their events.
  ['POST', '/payments/:provider/:account/events'],
  ['GET', '/staff'],
  ['GET', '/staff/preview'],
  // The files of the app for staff; the list of routes names the wildcard so.
  ['GET', '/staff*'],
  // Below /fanclubs/:fanclubId/oidc; the list of routes names the wildcard alone.
  ['GET', '*'],
  ['POST', '*'],
  ['GET', '/fanclubs/:fanclubId/content/:id'],
  ['GET', '/fanclubs/:fanclubId/confirm'],
  ['GET', '/fanclubs/:fanclubId/confirm-contact'],
  ['GET', '/fanclubs/:fanclubId/confirm-contact/done'],
  ['GET', '/fanclubs/:fanclubId/confirm-email'],
  ['GET', '/fanclubs/:fanclubId/confirm-email/done'],
  ['GET', '/fanclubs/:fanclubId/confirm/done'],
  ['GET', '/fanclubs/:fanclubId/contest-win'],
  ['GET', '/fanclubs/:fanclubId/contests/:id/draw'],
  ['GET', '/fanclubs/:fanclubId/contests/:id/draw/file'],
  ['GET', '/fanclubs/:fanclubId/events.ics'],
  ['GET', '/fanclubs/:fanclubId/images/:name'],
  ['GET', '/fanclubs/:fanclubId/orders/:id'],
  ['GET', '/fanclubs/:fanclubId/orders/:id/gift'],
  ['GET', '/fanclubs/:fanclubId/orders/:id/gift/card'],
  ['GET', '/fanclubs/:fanclubId/orders/:id/return'],
  ['GET', '/fanclubs/:fanclubId/password-reset'],
  ['GET', '/fanclubs/:fanclubId/password-reset/sent'],
  ['GET', '/fanclubs/:fanclubId/plans/:id/checkout'],
  ['GET', '/fanclubs/:fanclubId/plans/:id/checkout/details'],
  ['GET', '/fanclubs/:fanclubId/plans/:id/checkout/done'],
  ['GET', '/fanclubs/:fanclubId/plans/:id/checkout/onward'],
  ['GET', '/fanclubs/:fanclubId/plans/:id/gift'],
  ['GET', '/fanclubs/:fanclubId/recover-account'],
  ['GET', '/fanclubs/:fanclubId/recover-account/done'],
  ['GET', '/fanclubs/:fanclubId/register'],
  ['GET', '/fanclubs/:fanclubId/register/sent'],
  ['GET', '/fanclubs/:fanclubId/reset-password'],
  ['GET', '/fanclubs/:fanclubId/reset-password/done'],
  ['POST', '/fanclubs/:fanclubId/confirm'],
  ['POST', '/fanclubs/:fanclubId/confirm-contact'],
  ['POST', '/fanclubs/:fanclubId/confirm-email'],
  ['POST', '/fanclubs/:fanclubId/contest-win/confirm'],
  ['POST', '/fanclubs/:fanclubId/contest-win/decline'],
  ['POST', '/fanclubs/:fanclubId/orders/:id/cancel'],
  ['POST', '/fanclubs/:fanclubId/orders/:id/gift'],
  ['POST', '/fanclubs/:fanclubId/orders/:id/gift/mail-now'],
  ['POST', '/fanclubs/:fanclubId/password-reset'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/gift'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/gift/account'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/checkout'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/checkout/code'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/checkout/details'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/waiting-list'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/waiting-list/account'],
  ['POST', '/fanclubs/:fanclubId/plans/:id/waiting-list/leave'],
  ['POST', '/fanclubs/:fanclubId/recover-account'],
  ['POST', '/fanclubs/:fanclubId/register'],
  ['POST', '/fanclubs/:fanclubId/reset-password'],
  ['GET', '/fanclubs/:fanclubId/links/:id/code'],
  ['POST', '/fanclubs/:fanclubId/links/:id/code'],
  ['GET', '/fanclubs/:fanclubId/login'],
  ['POST', '/fanclubs/:fanclubId/login'],
  ['GET', '/fanclubs/:fanclubId/logout'],
  ['POST', '/fanclubs/:fanclubId/logout'],
  ['GET', '/fanclubs/:fanclubId/membership'],
  ['GET', '/fanclubs/:fanclubId/membership/content/:id'],
  ['GET', '/fanclubs/:fanclubId/membership/return'],
  ['POST', '/fanclubs/:fanclubId/membership/pay'],
  ['POST', '/fanclubs/:fanclubId/membership/remove'],
  ['POST', '/fanclubs/:fanclubId/membership/renewal-off'],
  ['POST', '/fanclubs/:fanclubId/membership/renewal-on'],
  ['POST', '/fanclubs/:fanclubId/membership/replace'],
  ['GET', '/fanclubs/:fanclubId/erase-account'],
  ['POST', '/fanclubs/:fanclubId/erase-account'],
  ['POST', '/fanclubs/:fanclubId/erase-account/keep'],
  ['GET', '/fanclubs/:fanclubId/connections'],
  ['POST', '/fanclubs/:fanclubId/connections/:provider'],
  ['POST', '/fanclubs/:fanclubId/connections/:provider/remove'],
  ['GET', '/fanclubs/:fanclubId/sign-in/:provider'],
  ['GET', '/fanclubs/:fanclubId/sign-in/:provider/callback'],
  ['POST', '/fanclubs/:fanclubId/sign-in/:provider/callback'],
  ['GET', '/fanclubs/:fanclubId/sign-in/finish'],
  ['POST', '/fanclubs/:fanclubId/sign-in/finish'],
  ['GET', '/fanclubs/:fanclubId/sign-in/password'],
  ['POST', '/fanclubs/:fanclubId/sign-in/password'],
  ['GET', '/fanclubs/:fanclubId/allow/:uid'],
  ['POST', '/fanclubs/:fanclubId/allow/:uid'],
  ['POST', '/fanclubs/:fanclubId/allow/:uid/refuse'],
  ['GET', '/fanclubs/:fanclubId/oidc/session/end'],
  ['POST', '/fanclubs/:fanclubId/oidc/session/end'],
  ['GET', '/fanclubs/:fanclubId/my-data'],
  ['GET', '/fanclubs/:fanclubId/my-data/sent'],
  ['POST', '/fanclubs/:fanclubId/my-data/applications/:id/end'],
  ['POST', '/fanclubs/:fanclubId/my-data/erase'],
  ['POST', '/fanclubs/:fanclubId/my-data/export'],
  ['POST', '/fanclubs/:fanclubId/my-data/export/:form'],
  ['POST', '/fanclubs/:fanclubId/my-data/keep'],
  ['GET', '/fanclubs/:fanclubId/privacy'],
  ['GET', '/fanclubs/:fanclubId/redeem'],
  ['POST', '/fanclubs/:fanclubId/redeem'],
  ['GET', '/fanclubs/:fanclubId/redeem/coupon'],
  ['GET', '/fanclubs/:fanclubId/renewal'],
  ['GET', '/fanclubs/:fanclubId/renewal/return'],
  ['POST', '/fanclubs/:fanclubId/renewal/pay'],
  ['POST', '/fanclubs/:fanclubId/renewal/renewal-off'],
  ['POST', '/fanclubs/:fanclubId/renewal/renewal-on'],
  ['POST', '/fanclubs/:fanclubId/renewal/replace'],
  // The former address of the page of the membership.
  ['GET', '/fanclubs/:fanclubId/saved-card'],
  ['GET', '/fanclubs/:fanclubId/saved-card/return'],
  ['POST', '/fanclubs/:fanclubId/saved-card/pay'],
  ['POST', '/fanclubs/:fanclubId/saved-card/remove'],
  ['POST', '/fanclubs/:fanclubId/saved-card/renewal-off'],
  ['POST', '/fanclubs/:fanclubId/saved-card/renewal-on'],
  ['POST', '/fanclubs/:fanclubId/saved-card/replace'],
  ['GET', '/fanclubs/:fanclubId/terms'],
  ['GET', '/fanclubs/:fanclubId/waiting-list'],
  ['POST', '/fanclubs/:fanclubId/waiting-list'],
];
