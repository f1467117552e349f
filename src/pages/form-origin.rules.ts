import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the browser says that a form was sent from a page that is not ours. Our pages send no referrer, and browsers then
 * say `Origin: null` even to us; so that value decides nothing, and where a browser does not say more, the form's token does.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && origin !== ownOrigin;
}
