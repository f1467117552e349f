import 'reflect-metadata';
import { start } from '../../src/start';

/** Starts the service like `npm start` after its scripts have installed and built it. */
start(process.env).catch((error: Error) => {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  process.exitCode = 1;
});
process.once('disconnect', () => process.exit());
process.channel?.unref(); // The channel must not keep the process alive: a test expects that it ends after a failed start.
