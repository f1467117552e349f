import { isNativeError } from 'node:util/types';

/** Why an attempt to send a mail failed. */
export interface DeliveryFailure {
  /** A code for the log and the table, never the server's message, which quotes addresses. */
  code: string;
  /** Another attempt would fail in the same way. */
  permanent: boolean;
}

interface SmtpError extends Error {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Commands at which the server rejects this mail. Failures elsewhere (log-in, sender, TLS) are due to settings. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** Describes the error of an attempt as a failure. */
export function failureOf(error: unknown): DeliveryFailure {
  if (!isNativeError(error)) return { code: 'unknown', permanent: false };
  const { code, originalCode, responseCode, response, command } = error as SmtpError;
  if (responseCode === undefined) {
    // With this code nodemailer reports an address that SMTP cannot express. Another attempt would fail too.
    const permanent = code === 'EENVELOPE' && command === 'API';
    return { code: originalCode ?? code ?? error.name, permanent };
  }
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? [];
  const refused = responseCode >= 500 && responseCode !== 503 && ABOUT_THE_MAIL.includes(command ?? '');
  return {
    code: ['SMTP', responseCode, enhanced, command && `at ${command}`].filter(Boolean).join(' '),
    // 530 and similar codes demand a log-in, at any command.
    permanent: refused && ![530, 534, 535, 538].includes(responseCode),
  };
}
