/**
 * The text as a URL; null if it is not one. Not `URL.canParse`: in Node.js 20 it refuses hosts with letters such as ü once it is
 * called often enough to be optimized.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The origin of a URL; null if the text is not a URL. */
export function originOf(text: string): string | null {
  return parsedUrl(text)?.origin ?? null;
}

/** The end of a sentence that says what {@link isOrigin} requires. */
export const ORIGIN_FORM =
  'must be an origin such as https://www.example.com, in lower case and without a path';

/** Whether a text is the origin of a website as browsers send it in `Origin`: scheme, host, port. */
export function isOrigin(text: string): boolean {
  const url = /^https?:\/\/[^\s/*]+$/.test(text) ? parsedUrl(text) : null;
  // A host with a dot at its end is another origin of the same website, and is almost always a mistake.
  return url?.origin === text && !url.hostname.endsWith('.');
}
