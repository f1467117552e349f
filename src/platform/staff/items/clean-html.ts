import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

// Loaded with the first text, because the package brings two parsers, and most processes never clean any.
const load = createRequire(__filename) as (name: 'sanitize-html') => typeof sanitizeHtml;

/** What texts of fan clubs may contain: formatting, lists, links and pictures, but nothing that runs or looks like a form. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'div',
    'span',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'small',
    'sub',
    'sup',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    '*': ['class'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
};

/** The HTML without everything that is not allowed. A text without tags stays as it was typed: `Rock & Roll`. */
export const cleaned = (html: string): string =>
  html.includes('<') ? load('sanitize-html')(html, ALLOWED) : html;

/** The HTML of a text on a hosted page, whose policy allows no pictures and no classes of other pages. */
export const cleanedText = (html: string): string =>
  load('sanitize-html')(html, {
    ...ALLOWED,
    allowedTags: (ALLOWED.allowedTags || []).filter((tag) => tag !== 'img'),
    allowedAttributes: { a: ['href', 'title'] },
  });

/**
 * A copy of an object in which the HTML of some fields is cleaned.
 * @param paths such as `description` and `links.code_instructions`; a list stands for each of its members
 */
export function cleanHtml<T>(value: T, paths: readonly string[]): T {
  if (Array.isArray(value)) return value.map((one: unknown) => cleanHtml(one, paths)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const path of paths) {
    const [name, ...rest] = path.split('.');
    // A field that is not given must not appear in the copy.
    if (!Object.hasOwn(copy, name)) continue;
    const inner = copy[name];
    if (rest.length > 0) copy[name] = cleanHtml(inner, [rest.join('.')]);
    else if (typeof inner === 'string') copy[name] = cleaned(inner);
  }
  return copy as T;
}
