/**
 * The Content-Security-Policy of the app for staff. It cannot demand Trusted Types, because a library of the app sets `innerHTML`.
 *
 * @param nonce new for each answer; the app hands it to its style sheets
 */
export function appPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
