import 'reflect-metadata';
import { fanclub } from '../../src/tools/cli/main';

/** Runs a `fanclub` command with this process's variables; ends with its parent process. */
async function main(): Promise<void> {
  process.once('disconnect', () => process.exit());
  process.exit(await fanclub(process.argv.slice(2), process.env));
}

void main();
