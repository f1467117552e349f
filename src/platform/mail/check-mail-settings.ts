import { isEmailAddress } from '#libs/validation';
import { MAIL_KINDS, type MailKind } from './mail';
import type { MailSettingsChange } from './mail-settings';
import { expiryOf, type MailVariables, renderMail } from './templates';
import { DEFAULT_WORDING, type Wording } from './wording';

/** Characters of a sender's name, a subject, a text. */
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 500;
const LONGEST_TEXT = 100_000;

/** The change that a file asks for, or what is wrong with it: one line each, beginning with the place. */
export type CheckedSettings = { change: MailSettingsChange } | { faults: string[] };

type Fields = Record<string, unknown>;
type Report = (place: string, fault: string) => void;

/** Reads the text of a settings file (docs/mail.md). A template must parse, print with and without a name, and have the link. */
export function checkMailSettings(json: string): CheckedSettings {
  const faults: string[] = [];
  const report: Report = (place, fault) => void faults.push(`${place}: ${fault}`);
  const settings = parsed(json);
  if (!isFields(settings)) return { faults: ['the file must be a JSON object'] };
  onlyKnown(settings, ['sender', 'templates'], '', report);
  if (settings.sender !== undefined) checkSender(settings.sender, report);
  if (settings.templates !== undefined) checkTemplates(settings.templates, report);
  return faults.length > 0 ? { faults } : { change: settings };
}

function checkSender(sender: unknown, report: Report): void {
  if (!isFields(sender)) return report('sender', 'must be an object');
  onlyKnown(sender, ['name', 'address'], 'sender.', report);
  const { name = null, address = null } = sender;
  if (name !== null && !isText(name, LONGEST_NAME, true))
    report('sender.name', `must be a name of at most ${LONGEST_NAME} characters on one line, or null`);
  if (address !== null && !(isEmailAddress(address) && address === address.trim()))
    report('sender.address', 'must be an e-mail address, or null');
}

function checkTemplates(templates: unknown, report: Report): void {
  if (!isFields(templates)) return report('templates', 'must be an object');
  onlyKnown(templates, MAIL_KINDS, 'templates.', report);
  for (const kind of MAIL_KINDS) {
    const own = templates[kind];
    if (own === undefined || own === null) continue;
    if (!isFields(own)) report(`templates.${kind}`, 'must be an object, or null');
    else checkTemplate(kind, own, report);
  }
}

function checkTemplate(kind: MailKind, own: Fields, report: Report): void {
  const place = `templates.${kind}.`;
  onlyKnown(own, ['subject', 'text', 'html'], place, report);
  for (const part of ['subject', 'text', 'html'] as const) {
    const template = own[part] ?? null;
    const longest = part === 'subject' ? LONGEST_SUBJECT : LONGEST_TEXT;
    if (template === null) continue;
    if (isText(template, longest, part === 'subject')) tryOut(kind, part, template, place, report);
    else report(place + part, `must be a text of at most ${longest} characters, or null`);
  }
}

/** Prints it for somebody with a name and for somebody without. */
function tryOut(kind: MailKind, part: keyof Wording, template: string, place: string, report: Report): void {
  try {
    for (const first_name of ['Ada', null]) {
      const printed = renderMail(
        { ...DEFAULT_WORDING[kind], [part]: template },
        { ...sample(kind), first_name },
      );
      if (printed[part].trim() === '') return report(place + part, 'prints nothing');
      if (part !== 'subject' && !printed[part].includes(LINK))
        return report(place + part, 'does not print the link: {{ link }}');
    }
  } catch (error) {
    report(place + part, (error as Error).message);
  }
}

/** Without characters that look different when escaped. */
const LINK = 'https://fans.example/confirm?token=sample';

const sample = (kind: MailKind): MailVariables => ({
  fanclub: { name: 'Fan Club', site_url: 'https://fans.example', support_email: 'help@fans.example' },
  first_name: 'Ada',
  link: LINK,
  expires: expiryOf(kind),
});

function onlyKnown(fields: Fields, known: readonly string[], place: string, report: Report): void {
  for (const name of Object.keys(fields))
    if (!known.includes(name)) report(place + name, `unknown; there are ${known.join(', ')}`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text that the database can keep: no NUL, no half characters. */
function isText(value: unknown, longest: number, oneLine: boolean): value is string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest) return false;
  return !/\0|\p{Surrogate}/u.test(value) && !(oneLine && /[\r\n]/.test(value));
}
