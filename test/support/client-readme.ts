import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = readFileSync(join(__dirname, '..', '..', 'clients', 'javascript', 'README.md'), 'utf8');

/** An example of the client's README, for the service at `url`. */
export interface Example {
  readonly code: string;
  /** What it prints; undefined if the README does not say. */
  readonly output?: string;
}

/** The examples in a language, in their order. */
export function examples(language: 'html' | 'js', url: string): Example[] {
  const blocks = README.matchAll(/^ *```(\w+)\n([^]*?)^ *```\n(?:\n```text\n([^]*?)```)?/gm);
  return [...blocks]
    .filter(([, name]) => name === language)
    .map(([, , code, output]) => ({ code: code.replaceAll('http://localhost:3000', url), output }));
}
