import { createHash } from 'node:crypto';

/** The source expression that allows one inline text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** What a page may load, and where its form may lead. */
export interface Allowed {
  /** Source expressions of its style sheets. */
  styles: readonly string[];
  /** The origin of its image; null for a page without one. */
  image: string | null;
  /**
   * Origins that its form may lead to, besides our own. Browsers check the redirect after a form as well.
   * Null for a page without a form.
   */
  leadsTo: readonly string[] | null;
  /** Whether it frames a document of the service. */
  hasFrame?: boolean;
  /** The source expression of its only script; null: none. */
  script?: string | null;
}

/** The Content-Security-Policy of a page. Only the countdown of a presale has a script, which works with the page's own elements. */
export function pagePolicy({ styles, image, leadsTo, hasFrame = false, script = null }: Allowed): string {
  const formAction = leadsTo === null ? ["'none'"] : ["'self'", ...new Set(leadsTo)];
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    ...(script === null ? [] : [`script-src ${script}`]),
    ...(image === null ? [] : [`img-src ${image}`]),
    ...(hasFrame ? ["frame-src 'self'"] : []),
    `form-action ${formAction.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
