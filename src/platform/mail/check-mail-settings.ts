import { isEmailAddress } from '#libs/validation';
import { type MailKind, MAILS } from './mail-kinds';
import type { MailSettingsChange } from './mail-settings';
import { OWN_TEXT_LIMITS, tryOwnMail } from './own-mail';
import type { Wording } from './wording';
import { failureOf } from './delivery-failure';
import { serverOf } from './smtp-delivery';

/** In characters. */
const MAX_NAME_LENGTH = 100;

/** The change that a file contains, or the faults of the file. Each fault is one line, and starts with its place in the file. */
type CheckedSettings = { change: MailSettingsChange } | { faults: string[] };

type Fields = Record<string, unknown>;
type Report = (place: string, fault: string) => void;

/** Checks the text of a settings file (docs/mail.md). A template must render with and without a name, and print the link. */
export function checkMailSettings(json: string): CheckedSettings {
  const faults: string[] = [];
  const report: Report = (place, fault) => void faults.push(`${place}: ${fault}`);
  let settings: unknown;
  try {
    settings = JSON.parse(json);
  } catch {
    // `settings` stays undefined, which is reported below like any other value that is not an object.
  }
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
  if (name !== null && !isText(name, MAX_NAME_LENGTH, true))
    report('sender.name', `must be a name of at most ${MAX_NAME_LENGTH} characters on one line, or null`);
  if (address !== null && !(isEmailAddress(address) && address === address.trim()))
    report('sender.address', 'must be an e-mail address, or null');
}

function checkTemplates(templates: unknown, report: Report): void {
  if (!isFields(templates)) return report('templates', 'must be an object');
  onlyKnown(templates, MAILS.names(), 'templates.', report);
  for (const kind of MAILS.names()) {
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
    const maxLength = OWN_TEXT_LIMITS.file[part];
    if (template === null) continue;
    if (isText(template, maxLength, part === 'subject')) tryOut(kind, part, template, place, report);
    else report(place + part, `must be a text of at most ${maxLength} characters, or null`);
  }
}

/** Tries a template out beside the default of the other parts, and reports its fault. */
function tryOut(kind: MailKind, part: keyof Wording, template: string, place: string, report: Report): void {
  try {
    tryOwnMail(kind, { subject: null, text: null, html: null, [part]: template }, SAMPLE_CLUB);
  } catch (error) {
    report(place + part, (error as Error).message);
  }
}

const SAMPLE_CLUB = {
  name: 'Fan Club',
  site_url: 'https://fans.example',
  support_email: 'help@fans.example',
  logo_url: 'https://fans.example/logo.png',
};

function onlyKnown(fields: Fields, known: readonly string[], place: string, report: Report): void {
  for (const name of Object.keys(fields))
    if (!known.includes(name)) report(place + name, `unknown; there are ${known.join(', ')}`);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that the database can store: without NUL and lone surrogates. */
function isText(value: unknown, maxLength: number, oneLine: boolean): value is string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > maxLength) return false;
  return !/\0|\p{Surrogate}/u.test(value) && !(oneLine && /[\r\n]/.test(value));
}

/** Milliseconds for each step with the mail server. */
const TIMEOUT = 5_000;

/**
 * Connects to the mail server, greets it and logs in, but sends no mail. Resolves with null, or with a code such as `ECONNREFUSED` or
 * `SMTP 535 5.7.8 at AUTH PLAIN`.
 * @param url the setting SMTP_URL
 */
export async function checkMailServer(url: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({
    ...serverOf(url),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  try {
    await transporter.verify();
    return null;
  } catch (error) {
    return failureOf(error).code;
  } finally {
    transporter.close();
  }
}
