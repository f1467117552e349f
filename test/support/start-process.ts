import 'reflect-metadata';
import { start } from '../../src/start';

/** Starts the service as `npm start` does, after its scripts have installed and built it. */
start(process.env).catch((error: Error) => {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  process.exitCode = 1;
});
process.once('disconnect', () => process.exit());
process.channel?.unref(); // A start that has failed ends by itself, or the test of it fails.
