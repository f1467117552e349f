import type { Config } from '#platform/config';
import type { LogStream } from './log-stream';

/** Fields whose values never reach the log, at any depth where this code base logs objects. */
const SECRET_FIELDS = [
  'key',
  'email',
  'password',
  'password_confirmation',
  'current_password',
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
 * Options of the structured log: JSON lines with level names, secrets redacted. Requests are not serialised:
 * their URL and headers carry keys, cookies and e-mail addresses. Neither are details of database errors, which quote rows.
 *
 * @param stream takes the lines; standard output unless given
 */
export function loggerOptions(level: Config['logLevel'], stream?: LogStream): object {
  return {
    level,
    ...(stream && { stream }),
    base: undefined,
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

/** Codes of errors whose messages quote what may be anybody's, and what is said instead. */
const QUOTING: readonly { codes: RegExp; instead: string }[] = [
  // Class 22, "data exception": PostgreSQL quotes the offending value.
  { codes: /^22[0-9A-Z]{3}$/, instead: 'unusable value' },
  // Fastify quotes the URL, with keys, tokens, and in JSONP writes passwords.
  { codes: /^FST_ERR_REP_ALREADY_SENT$/, instead: 'a second answer, which goes nowhere' },
];

/** What the log may say of an error: its kind, message and stack, and of a database error its code and constraint. */
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
