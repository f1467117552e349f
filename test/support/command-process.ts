import 'reflect-metadata';
import { fanclub } from '../../src/tools/cli/main';

/** Runs the `fanclub` command with the parameters of this process. */
async function main(): Promise<void> {
  process.exitCode = await fanclub(process.argv.slice(2), process.env);
  process.disconnect?.();
}

void main();
