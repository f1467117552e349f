import type { FastifyReply } from 'fastify';
import { SessionCookies } from '#libs/session';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Api } from './api';
import type { TestApp } from './start-test-app';

/**
 * A client with a live session of the customer, without the cost of a log-in. If the customer's club is not the test's, pass the
 * club's `key` in each request.
 */
export async function loggedIn(t: TestApp, customer: Customer): Promise<Api> {
  return withSession(t, customer.fanclubId, await t.given.session({ customer }));
}

/** A client whose cookie of a fan club holds a session token, sealed as by the service. */
export function withSession(t: TestApp, fanclubId: number, token: string): Api {
  return t.api.withCookie(...sessionCookie(t, fanclubId, token));
}

/** The name and value of the cookie of a fan club with a session token, sealed as by the service. */
export function sessionCookie(
  t: TestApp,
  fanclubId: number,
  token: string,
): readonly [name: string, value: string] {
  let cookie: readonly [string, string] | undefined;
  const reply = {
    server: t.app.getHttpAdapter().getInstance(),
    request: {},
    setCookie: (name: string, value: string) => (cookie = [name, encodeURIComponent(value)]),
  };
  t.app.get(SessionCookies).set(reply as unknown as FastifyReply, fanclubId, token, 60);
  return cookie!;
}
