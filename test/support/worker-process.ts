import 'reflect-metadata';
import { fanclub } from '../../src/tools/cli/main';

/** Runs a call of `fanclub` with this process's variables; ends with the process that started it. */
async function main(): Promise<void> {
  process.once('disconnect', () => process.exit());
  process.exit(await fanclub(process.argv.slice(2), process.env));
}

void main();
