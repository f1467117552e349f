import type { Writable } from 'node:stream';
import type { Config } from '#platform/config';

/** Takes the JSON lines of the log. */
export type LogStream = Pick<Writable, 'write'>;

/**
 * The stream for a log format: undefined for `json`, which goes to standard output as it is. `pretty` prints a line of text for
 * each line of JSON, in colour on a terminal. The formatter is loaded only when it is asked for.
 *
 * @param destination takes the text; standard output unless given
 */
export async function logStream(
  format: Config['logFormat'],
  destination: Writable | 1 = 1,
): Promise<LogStream | undefined> {
  if (format === 'json') return undefined;
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination,
    // In order with what is written to standard output otherwise.
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  });
}
