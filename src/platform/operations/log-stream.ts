import type { Writable } from 'node:stream';
import type { Config } from '#platform/config';

/** The destination of the log's JSON lines. */
export type LogStream = Pick<Writable, 'write'>;

/**
 * The stream for a log format. Undefined for `json`, which needs no stream. The stream for `pretty` writes a line of text for each
 * line of JSON, in colour on a terminal.
 *
 * @param destination by default standard output
 */
export async function logStream(
  format: Config['logFormat'],
  destination: Writable | 1 = 1,
): Promise<LogStream | undefined> {
  if (format === 'json') return undefined;
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination,
    // Keeps log lines in order with other writes to standard output.
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  });
}
