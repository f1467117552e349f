/**
 * The Content-Security-Policy of the app for staff. It cannot demand Trusted Types, because a library of the app sets `innerHTML`.
 *
 * @param nonce new for each answer; the app hands it to its style sheets
 * @param origins where browsers reach the app. Only its assets are scripts: other paths of the same origin may be scripts, too,
 * such as JSONP
 */
export function appPolicy(nonce: string, origins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${origins.map((origin) => `${origin}/staff/assets/`).join(' ')}`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
