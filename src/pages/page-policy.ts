import { createHash } from 'node:crypto';

/** The source expression by which a policy lets in exactly one inline text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The Content-Security-Policy of a page: our one style sheet and nothing else. A form goes to us; browsers hold the redirect
 * that follows it against the same list, hence `leadsTo`. Null for a page without form.
 */
export function pagePolicy(style: string, leadsTo: readonly string[] | null): string {
  const formAction = leadsTo === null ? ["'none'"] : ["'self'", ...new Set(leadsTo)];
  return [
    "default-src 'none'",
    `style-src ${style}`,
    `form-action ${formAction.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
