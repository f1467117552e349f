import { isNativeError } from 'node:util/types';

/** Why an attempt to send a mail failed. */
export interface DeliveryFailure {
  /** A code or kind, fit for log and table: never what a server said, since that quotes addresses. */
  code: string;
  /** Another attempt would end the same way. */
  permanent: boolean;
}

interface SmtpError extends Error {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Where a server's no is about this mail. Elsewhere (log-in, sender, TLS) it is about settings, which people can mend. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** What a failed attempt means. */
export function failureOf(error: unknown): DeliveryFailure {
  if (!isNativeError(error)) return { code: 'unknown', permanent: false };
  const { code, originalCode, responseCode, response, command } = error as SmtpError;
  if (responseCode === undefined) {
    // An address that cannot even be written into the protocol.
    const permanent = code === 'EENVELOPE' && command === 'API';
    return { code: originalCode ?? code ?? error.name, permanent };
  }
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? [];
  const refused = responseCode >= 500 && responseCode !== 503 && ABOUT_THE_MAIL.includes(command ?? '');
  return {
    code: ['SMTP', responseCode, enhanced, command && `at ${command}`].filter(Boolean).join(' '),
    // 530 and its kin ask for a log-in, wherever they come.
    permanent: refused && ![530, 534, 535, 538].includes(responseCode),
  };
}
