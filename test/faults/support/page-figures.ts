import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
const END = '<!-- End of the figures. -->';

/** The processor of this machine, for the sentence above figures. */
export const machine = (): string => `${availableParallelism()} busy cores (${cpus()[0]?.model.trim()})`;

/** Replaces the figures of a page: what is after the comment that names the command, up to the comment that ends them. */
export function writePageFigures(page: string, command: string, text: string): void {
  const begin = `<!-- Figures: written by ${command}. -->`;
  const [before, rest] = readFileSync(page, 'utf8').split(begin);
  const after = rest.slice(rest.indexOf(END) + END.length);
  writeFileSync(page, `${before}${begin}\n\n${text}\n${END}${after}`);
  const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
  execFileSync(process.execPath, [prettier, '--write', page]);
}
