import type { Texts } from './texts.ts';

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
