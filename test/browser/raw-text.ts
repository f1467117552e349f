import type { Page } from 'playwright-core';

/** What looks like a key with dots, but is one for people: addresses, names of hosts and files, and the variables of mail texts. */
const MEANT = /\S*[@/]\S*|\b[\w-]+(\.[\w-]+)*\.(example|com|org|net|csv|txt|json)\b|\{\{[^}]*\}\}/g;

/** What people must not read, by its name. */
const RAW: Readonly<Record<string, RegExp>> = {
  'a text without translation': /@@\S*/,
  'a missing value': /\b(undefined|NaN|Invalid Date)\b/,
  'an object': /\[object \w+\]/,
  JSON: /[{[]\s*"[^"]*"\s*[:,\]]/,
  'an escaped character': /&(amp|lt|gt|quot|#\d+);/,
};

const KEY = /\b[a-z][a-z_]*(\.[a-z_]+)+\b/;

/** The parts of a text that are for programs: `a key: ra.validation.required`. */
export function rawParts(text: string): string[] {
  const found = Object.entries(RAW).map(([name, pattern]) => [name, pattern.exec(text)] as const);
  const key = ['a key', KEY.exec(text.replace(MEANT, ' '))] as const;
  return [...found, key].flatMap(([name, part]) => (part ? [`${name}: ${part[0]}`] : []));
}

/** All that a page says to people, also in fields and by the names of its elements. */
const SAID = `[document.title, document.body.innerText,
  ...[...document.querySelectorAll('input:not([type=checkbox], [type=radio], [aria-hidden=true]), textarea:not([aria-hidden=true])')]
    .map((field) => field.value),
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((one) =>
    ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''))].join('\\n')`;

/** See {@link rawParts}. */
export const rawTextOf = async (page: Page): Promise<string[]> => rawParts(await page.evaluate<string>(SAID));
