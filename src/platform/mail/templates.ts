import { Liquid, type LiquidOptions } from 'liquidjs';
import { type MailKind, MAILS } from './mail-kinds';
import type { Wording } from './wording';

/** The variables of templates. Staff use these names (docs/mail.md). */
export interface MailVariables {
  fanclub: {
    name: string;
    site_url: string;
    support_email: string;
    /** Null: the fan club has none. */
    logo_url: string | null;
  };
  /** Null if unknown or unusable; see {@link greetable}. */
  first_name: string | null;
  link: string;
  /** The lifetime of the link, such as "7 days"; empty if it does not expire. */
  expires: string;
  /** The variables of kinds; null: the mail is of another kind. */
  [ofKind: string]: unknown;
}

/** Staff write the templates, and the values of variables may come from anybody. Neither may read files or block the process. */
const LIMITS: LiquidOptions = {
  templates: {},
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: 100_000,
  memoryLimit: 300_000,
};

export const plain = new Liquid(LIMITS);
/** Escapes all values. */
export const html = new Liquid({ ...LIMITS, outputEscape: 'escape' });
for (const engine of [plain, html]) {
  // `raw` is the only filter that prints a value unescaped, and the only tag that prints what looks like a value.
  delete engine.filters.raw;
  delete engine.tags.raw;
}

/** The texts of one mail in the service's words. Values are escaped in the HTML; the subject is one line. */
export function renderMail(wording: Wording, variables: MailVariables): Wording {
  const scope = { ...variables };
  return {
    subject: oneLine(String(plain.parseAndRenderSync(wording.subject, scope))),
    text: String(plain.parseAndRenderSync(wording.text, scope)),
    html: String(html.parseAndRenderSync(wording.html, scope)),
  };
}

/** Replaces white space, including line breaks, by single spaces, and removes other control characters. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/**
 * The name for the greeting, on one line. Null if it could be an advertisement: anybody may sign up with another person's address,
 * and then the mail delivers the name to that person.
 */
export function greetable(firstName: string | null): string | null {
  const name = oneLine(firstName ?? '');
  const advertises = /:\/\/|@|www\.|\S\.\p{L}{2}/iu.test(name);
  return name === '' || name.length > 50 || advertises ? null : name;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The lifetime of a mail's link, in words; empty if it does not expire. */
export function expiryOf(kind: MailKind): string {
  const { lifetime } = MAILS.get(kind);
  if (lifetime === undefined) return '';
  const [count, unit] =
    lifetime % DAY === 0 ? [lifetime / DAY, 'day'] : [Math.round(lifetime / HOUR), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
