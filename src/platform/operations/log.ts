import { SystemClock } from '#libs/clock';
import type { Config } from '#platform/config';
import type { LogStream } from './log-stream';

const clock = new SystemClock();

/** Fields whose values never reach the log, at the depths at which this code logs objects. */
const SECRET_FIELDS = [
  'key',
  'email',
  'password',
  'password_confirmation',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'social_signed_request',
  'signed_request',
  'cookie',
  'authorization',
  '["api-key"]',
  '["set-cookie"]',
];

const below = (prefix: string): string[] =>
  SECRET_FIELDS.map((field) => (field.startsWith('[') ? `${prefix}${field}` : `${prefix}.${field}`));

/**
 * Options of the structured log: JSON lines with level names, secrets redacted. Requests are not logged, since their URL and
 * headers contain keys, cookies and e-mail addresses. Details of database errors are not logged, since they quote rows.
 *
 * @param stream by default standard output
 * @param processNumber is part of each line; null if there is only one process
 */
export function loggerOptions(
  level: Config['logLevel'],
  stream?: LogStream,
  processNumber: number | null = null,
): object {
  return {
    level,
    ...(stream && { stream }),
    base: processNumber === null ? undefined : { process: processNumber },
    timestamp: () => `,"time":"${clock.now().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: () => undefined,
      res: () => undefined,
      err: (error: unknown) => describeError(error),
    },
    redact: {
      paths: [...SECRET_FIELDS, ...below('*'), ...below('*.*'), ...below('*.*.*')],
      censor: '[redacted]',
    },
  };
}

/** Codes of errors whose messages may quote personal data, and the text that replaces the message. */
const QUOTING: readonly { codes: RegExp; instead: string }[] = [
  // Class 22, "data exception": PostgreSQL quotes the offending value.
  { codes: /^22[0-9A-Z]{3}$/, instead: 'unusable value' },
  // Fastify quotes the URL, which contains keys, tokens and, in JSONP writes, passwords.
  { codes: /^FST_ERR_REP_ALREADY_SENT$/, instead: 'a second answer, which is ignored' },
];

/** The loggable parts of an error: name, message and stack; of a database error also code and constraint. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  const quoted = QUOTING.find(({ codes }) => typeof code === 'string' && codes.test(code));
  const hidden = (text: string | undefined): string | undefined =>
    quoted ? text?.replaceAll(error.message, quoted.instead) : text;
  return {
    type: error.name,
    message: hidden(error.message),
    stack: hidden(error.stack),
    code,
    constraint,
    table,
  };
}
