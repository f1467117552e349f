const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/;

/**
 * The warning for a page that uses one name of this machine and calls the service by another one, such as `localhost` and
 * `127.0.0.1`; null for any other page. Log-ins then succeed, but the browser does not send their cookie.
 * @param service the address of the service, which may be relative
 * @param page the origin of the page; null in Node
 */
export function loopbackWarning(service: string, page: string | null): string | null {
  const there = LOOPBACK.exec(service)?.[1];
  const here = LOOPBACK.exec(page ?? '')?.[1];
  if (!there || !here || there === here) return null;
  return `Visitors of this page do not stay logged in, because its host is ${here} and that of the service is ${there}. Use the same name for both.`;
}
