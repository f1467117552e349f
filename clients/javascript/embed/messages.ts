import type { Texts } from './texts.ts';

/** Messages that belong to a field without naming it. */
const UNNAMED: Readonly<Record<string, string>> = { 'You are not old enough': 'birthdate' };

/** `first_name` is called `First name` in messages. */
const wordsOf = (name: string): string => name.replaceAll('_', ' ').toLowerCase();

/**
 * The fields, of those in a form, that a message is about. The API sends messages without field names, but they contain the field's words
 * (contract 4.2). A longer name wins: "Current password is incorrect" is not about `password`.
 */
export function fieldsIn(message: string, names: readonly string[]): string[] {
  let rest = ` ${message.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, ' ')} `;
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const found = longestFirst.filter((name) => {
    const words = ` ${wordsOf(name)} `;
    const isNamed = rest.includes(words);
    rest = rest.replaceAll(words, ' ');
    return isNamed || UNNAMED[message] === name;
  });
  return names.filter((name) => found.includes(name));
}

/** A message in the site's words, if it has some. Their key is the message; `{…}` in the key stands for a value. */
export function translated(message: string, texts: Texts): string {
  const exact = Object.hasOwn(texts, message) ? texts[message] : undefined;
  if (exact !== undefined) return exact;
  for (const [key, text] of Object.entries(texts)) {
    const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    if (names.length === 0) continue;
    const pattern = key.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const match = new RegExp(`^${pattern.join('(.+)')}$`, 's').exec(message);
    if (match) return text.replace(/\{(\w+)\}/g, (_, name: string) => match[names.indexOf(name) + 1] ?? '');
  }
  return message;
}
