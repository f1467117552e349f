import { analyzeSync, type Liquid } from 'liquidjs';
import { randomBytes } from 'node:crypto';
import { escapedHtml } from '#libs/look';
import { allVariables, type MailKind, MAILS } from './mail-kinds';
import { checkedMailHtml, checkedMailText } from './mail-html.rules';
import { expiryOf, html, type MailVariables, oneLine, plain } from './templates';
import { type OwnWording, type Wording, wordingOf } from './wording';

/** Milliseconds for trying out one part of a mail with a text of the fan club. It blocks all other requests of the process. */
const TRIAL_LIMIT = 50;

/** The same for sending it: a busy machine must not replace a text that was tried out. */
export const SENDING_LIMIT = 1_000;

/** The message of the template engine for a template that exceeds such a limit. */
const TOO_SLOW = /render limit exceeded/;

/** Bounds the time for parsing a template, as the limits of length do. */
const MAX_TAGS = 300;

/** The most characters of the parts of a mail: in files of operators, and in requests of staff, which have at most 64 KB. */
export const OWN_TEXT_LIMITS = {
  file: { subject: 500, text: 100_000, html: 100_000 },
  request: { subject: 1_000, text: 50_000, html: 50_000 },
} as const;

/** A text of a fan club that cannot be used. */
export class MailTextRefused extends Error {
  override readonly name = 'MailTextRefused';

  constructor(
    readonly part: keyof Wording,
    message: string,
  ) {
    super(message);
  }
}

/** The link, as templates may print it. */
const LINK = /\{\{-?\s*link\s*-?\}\}/g;

/**
 * The texts of one mail in a fan club's own words. The link logs its bearer in, so templates never get it: a random word takes its
 * place, and is replaced after a check of its position.
 *
 * @throws MailTextRefused for invalid syntax, an unknown variable or filter, an exceeded limit, and a link that is missing or could
 * reach anybody but the reader
 */
export function renderOwnMail(
  kind: MailKind,
  own: OwnWording,
  variables: MailVariables,
  renderLimit = TRIAL_LIMIT,
): Wording {
  const wording = wordingOf(kind, own);
  const { link, ...scope } = variables;
  const secret = `link${randomBytes(16).toString('hex')}`;
  const printed = (part: keyof Wording, engine: Liquid, check: (rendered: string) => string): string => {
    try {
      return check(rendered(engine, part === 'subject' ? null : secret, wording[part], scope, renderLimit));
    } catch (error) {
      // The HTML of a fan club without its own is made from its text.
      throw new MailTextRefused(
        part === 'html' && own.html === null ? 'text' : part,
        (error as Error).message,
      );
    }
  };
  const withLink = (text: string, shown: string): string => {
    if (!text.includes(secret)) throw new Error('must contain {{ link }}');
    return text.replaceAll(secret, () => shown);
  };
  const permitted = { secret, logoUrl: scope.fanclub.logo_url };
  return {
    subject: printed('subject', plain, (subject) => {
      if (oneLine(subject) === '') throw new Error('prints nothing');
      return oneLine(subject);
    }),
    text: printed('text', plain, (text) => withLink(checkedMailText(text, secret), link)),
    html: printed('html', html, (page) => withLink(checkedMailHtml(page, permitted), escapedHtml(link))),
  };
}

/** @param secret takes the place of the link; null: the text has none */
function rendered(
  engine: Liquid,
  secret: string | null,
  template: string,
  scope: object,
  renderLimit: number,
): string {
  if (template.split(/\{[{%]/).length > MAX_TAGS)
    throw new Error(`must not have more than ${MAX_TAGS} of {{ … }} and {% … %}`);
  const parsed = engine.parse(secret === null ? template : template.replace(LINK, secret));
  const { variables, locals } = analyzeSync(parsed, { partials: false });
  if ([variables, locals].some((names) => Object.hasOwn(names, 'link')))
    throw new Error(`must ${secret === null ? 'not contain' : 'use link only as'} {{ link }}`);
  const print = (): string => String(engine.renderSync(parsed, scope, { renderLimit }));
  try {
    return print();
  } catch (error) {
    // The limit also counts a pause of the process. A template that is slow by itself exceeds it again.
    if (!TOO_SLOW.test((error as Error).message)) throw error;
    return print();
  }
}

/** Templates are tried with a name and without, because names are optional. */
const SAMPLE_NAMES = [null, 'Ada'];

/**
 * What a fan club's own words look like with sample data.
 * @throws MailTextRefused, see {@link renderOwnMail}
 */
export function tryOwnMail(kind: MailKind, own: OwnWording, fanclub: MailVariables['fanclub']): Wording {
  const [, named] = SAMPLE_NAMES.map((first_name) =>
    renderOwnMail(kind, own, {
      fanclub,
      first_name,
      link: 'https://link.example/sample',
      expires: expiryOf(kind),
      ...allVariables(MAILS.get(kind).sample ?? {}),
    }),
  );
  const { prints } = MAILS.get(kind);
  for (const part of ['text', 'html'] as const)
    if (prints !== undefined && !named[part].includes(prints))
      throw new MailTextRefused(
        part === 'html' && own.html === null ? 'text' : part,
        'must print the code: keep what stands from {% for … %} to {% endfor %}',
      );
  return named;
}
