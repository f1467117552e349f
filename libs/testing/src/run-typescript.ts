import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const BUNDLE = join(__dirname, '..', 'bundle.mjs');

let preloaded: string | undefined;

/**
 * The parameters of Node with which a child process of the tests runs a program of this project in TypeScript. It starts from a bundle
 * of the current sources, which the first call makes if there is none, in one to five seconds.
 */
export function runTypescript(): string[] {
  preloaded ??= execFileSync(process.execPath, [BUNDLE], { encoding: 'utf8' });
  return ['--require', preloaded];
}
