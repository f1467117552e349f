/**
 * The URL that a text spells; null for a text that spells none. Stands in for `URL.canParse`, which in Node.js 20 says no to
 * hosts with letters such as ü once it is called often enough to be optimized.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The origin of the URL that a text spells; null for a text that spells none. */
export function originOf(text: string): string | null {
  return parsedUrl(text)?.origin ?? null;
}

/** What {@link isOrigin} asks for, to be read after the name of what is wrong. */
export const ORIGIN_FORM =
  'must be an origin such as https://www.example.com, in lower case and without a path';

/** Whether a text is the origin of one website, spelled as browsers send it in `Origin`: scheme, host, port. */
export function isOrigin(text: string): boolean {
  const url = /^https?:\/\/[^\s/*]+$/.test(text) ? parsedUrl(text) : null;
  // A dot at the end makes another origin of the same website, which no browser is sent to on purpose.
  return url?.origin === text && !url.hostname.endsWith('.');
}
