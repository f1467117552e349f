import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(__dirname, '..', '..', 'clients', 'javascript');

/** An example of a README, for the service at `url`. */
export interface Example {
  readonly code: string;
  /** What it prints; undefined if the README does not say. */
  readonly output?: string;
}

/** The examples in a language, in their order, of the client's README or of the one in a folder of it. */
export function examples(language: 'html' | 'js', url: string, folder = ''): Example[] {
  const readme = readFileSync(join(CLIENT, folder, 'README.md'), 'utf8');
  const blocks = readme.matchAll(/^ *```(\w+)\n([^]*?)^ *```\n(?:\n```text\n([^]*?)```)?/gm);
  return [...blocks]
    .filter(([, name]) => name === language)
    .map(([, , code, output]) => ({ code: code.replaceAll('http://localhost:3000', url), output }));
}
