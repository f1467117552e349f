import { Liquid, type LiquidOptions } from 'liquidjs';
import { TOKEN_LIFETIMES, type TokenPurpose } from '#platform/tokens';
import type { MailKind } from './mail';
import type { Wording } from './wording';

/** What templates can print; the names are part of the interface to staff (docs/mail.md). */
export interface MailVariables {
  fanclub: { name: string; site_url: string; support_email: string };
  /** Null where it is not known, or would read like an advertisement: see {@link greetable}. */
  first_name: string | null;
  link: string;
  /** How long the link works, such as "7 days". */
  expires: string;
}

/** Templates come from staff, variables from anybody: neither may reach the disk or keep the process busy. */
const LIMITS: LiquidOptions = {
  templates: {},
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: 200_000,
  renderLimit: 1_000,
  memoryLimit: 5_000_000,
};

const plain = new Liquid(LIMITS);
const html = withoutRaw(new Liquid({ ...LIMITS, outputEscape: 'escape' }));

/** Takes away the one filter that prints a value unescaped. */
function withoutRaw(engine: Liquid): Liquid {
  delete engine.filters.raw;
  return engine;
}

/**
 * The texts of one mail. Values are escaped in the HTML; the subject is one line.
 *
 * @throws whatever is wrong with a template: its syntax, an unknown variable or filter, or the limits
 */
export function renderMail(wording: Wording, variables: MailVariables): Wording {
  const scope = { ...variables };
  return {
    subject: oneLine(rendered(plain, wording.subject, scope)),
    text: rendered(plain, wording.text, scope),
    html: rendered(html, wording.html, scope),
  };
}

function rendered(engine: Liquid, template: string, scope: object): string {
  return String(engine.parseAndRenderSync(template, scope));
}

/** White space of any kind, line breaks above all, becomes single spaces; other control characters vanish. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/**
 * The name to greet somebody by, on one line. Null for what is no name but a message: anybody may sign up with anybody's
 * address, and what they call themselves is then delivered there.
 */
export function greetable(firstName: string | null): string | null {
  const name = oneLine(firstName ?? '');
  const advertises = /:\/\/|@|www\.|\S\.\p{L}{2}/iu.test(name);
  return name === '' || name.length > 50 || advertises ? null : name;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** What the token in the link of each mail is for. */
const PURPOSES: Readonly<Record<MailKind, TokenPurpose>> = {
  confirm_address: 'confirm_address',
  confirm_new_address: 'confirm_new_address',
  address_change_notice: 'recover_account',
  connection_notice: 'recover_account',
  reset_password: 'reset_password',
  confirm_contact: 'confirm_contact',
};

/** How long the link of a mail works, in words. */
export function expiryOf(kind: MailKind): string {
  const seconds = TOKEN_LIFETIMES[PURPOSES[kind]];
  const [count, unit] = seconds % DAY === 0 ? [seconds / DAY, 'day'] : [Math.round(seconds / HOUR), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
