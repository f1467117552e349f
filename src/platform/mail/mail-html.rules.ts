import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

// Loaded with the first mail in a fan club's own words, because the package brings two parsers.
const load = createRequire(__filename) as (name: 'sanitize-html') => typeof sanitizeHtml;

/** The names in a list. */
const wordsOf = (list: string): string[] => list.trim().split(/\s+/);

/** Formatting that mail programs show. Nothing here runs, loads or sends anything. */
const INLINE = wordsOf('a b strong i em u s small big sub sup code span font img');
const TAGS = [
  ...INLINE,
  ...wordsOf(`
  html head title meta body div p br hr center blockquote pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption
  colgroup col thead tbody tfoot tr th td`),
];

const ATTRIBUTES = wordsOf(`
  style class id lang dir title role align valign width height hspace vspace bgcolor color face size border
  cellpadding cellspacing colspan rowspan span href target rel name src alt charset content`);

/** The functions of CSS that load nothing. */
const STYLE_FUNCTIONS = ['rgb', 'rgba', 'hsl', 'hsla', 'calc', 'min', 'max', 'clamp'];

/** Bounds the time for parsing. */
const MAX_LENGTH = 100_000;
const MAX_MARKS = 2_000;

/** What HTML may contain besides formatting. */
interface Permitted {
  /** Stands for the secret link: only as the whole address of a link, or by itself in a text. */
  readonly secret: string;
  /** The only picture; null: none. */
  readonly logoUrl: string | null;
}

/**
 * The rendered HTML of a mail that a fan club has written, as the sanitizer parsed it. The checked HTML is sent, so a different parser
 * of the original does not matter. The mail's link logs its reader in, so nothing in the mail may send it elsewhere.
 *
 * @throws Error with the first fault
 */
export function checkedMailHtml(html: string, permitted: Permitted): string {
  if (html.length > MAX_LENGTH) throw new Error(TOO_LONG);
  if (html.split(/[<&]/).length > MAX_MARKS)
    throw new Error(`must not have more than ${MAX_MARKS} tags and character references`);
  if (/<!(?!doctype html>)|<\?|<\/[^a-z]/i.test(html)) throw new Error('must not contain comments');
  const faults: string[] = [];
  const visit = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    if (attribs.href !== undefined) attribs.href = attribs.href.trim();
    faults.push(...faultsOfTag(tagName, attribs, permitted));
    return { tagName, attribs };
  };
  const clean = load('sanitize-html')(html, {
    allowedTags: TAGS,
    allowedAttributes: { '*': ATTRIBUTES },
    allowVulnerableTags: true,
    // `visit` judges addresses and styles.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    transformTags: { '*': visit },
  });
  if (!standsAlone(textOf(clean), permitted.secret)) faults.push(NOT_ALONE);
  if (faults.length > 0) throw new Error(faults[0]);
  return isDocument(html) ? `<!doctype html>\n${clean.trim()}\n` : `${clean.trim()}\n`;
}

/** Whether HTML is a whole document already. */
export const isDocument = (html: string): boolean => /^\s*<(?:!doctype|html)\b/i.test(html);

/** @throws Error with the first fault of a rendered text */
export function checkedMailText(text: string, secret: string): string {
  if (text.length > MAX_LENGTH) throw new Error(TOO_LONG);
  if (!standsAlone(text, secret)) throw new Error(NOT_ALONE);
  return text;
}

const TOO_LONG = `must not be longer than ${MAX_LENGTH} characters`;
const NOT_ALONE = 'must have {{ link }} by itself, with a space or a line break before it';

/** Whether the secret is never part of a longer address as mail programs find them in texts, such as `<https://…` on two lines. */
function standsAlone(text: string, secret: string): boolean {
  return text
    .split(secret)
    .slice(0, -1)
    .every((before) => {
      const opened = before.indexOf('<', before.lastIndexOf('>') + 1);
      const isInBrackets = opened >= 0 && opened < before.length - 1;
      return !isInBrackets && ' \t\r\n<'.includes(before.slice(-1));
    });
}

/** The visible text of HTML that `sanitizeHtml` has written. */
function textOf(clean: string): string {
  return clean
    .replace(/<\/?([a-z0-9]+)[^>]*>/g, (_, tag: string) => (INLINE.includes(tag) ? '' : '\n'))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>');
}

function* faultsOfTag(
  tag: string,
  attribs: sanitizeHtml.Attributes,
  { secret, logoUrl }: Permitted,
): Iterable<string> {
  if (!TAGS.includes(tag)) yield `must not contain <${tag}>`;
  for (const [name, value] of Object.entries(attribs)) {
    if (!ATTRIBUTES.includes(name)) yield `must not contain the attribute ${name}`;
    const isLink = tag === 'a' && name === 'href';
    if (value.includes(secret) && !(isLink && value === secret)) {
      yield isLink
        ? 'must have {{ link }} as the whole address of a link'
        : `must not contain {{ link }} in the attribute ${name}`;
    }
    if (name === 'href' && !(isLink && isAddress(value, secret)))
      yield 'must have addresses that begin with https:, http:, mailto: or tel:';
    if (name === 'src' && value !== (logoUrl ?? ''))
      yield 'must not contain pictures but the logo of the fan club';
    if (name === 'style' && !isHarmless(value)) yield 'must not load anything in the attribute style';
    if (name === 'style' && JOINING.test(value))
      yield 'must not hide, move or join texts in the attribute style';
  }
}

const isAddress = (href: string, secret: string): boolean =>
  href === secret || /^(https?:\/\/|mailto:|tel:)/i.test(href);

/** Styles with which the link could look like the end of an address before it. */
const JOINING =
  /(^|[;\s])(visibility|position|white-space|float|opacity|(display\s*:(?!\s*(block|inline-block|table)))|font(-size)?\s*:([^;]*\s)?\s*0(?!\.?\d*[1-9]))/i;

function isHarmless(style: string): boolean {
  const functions = style
    .split('(')
    .slice(0, -1)
    .map((before) => /[\w-]{0,20}$/.exec(before.trimEnd().toLowerCase())![0]);
  return !/[\\@]|\/\*/.test(style) && functions.every((name) => STYLE_FUNCTIONS.includes(name));
}
