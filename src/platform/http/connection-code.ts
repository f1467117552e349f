/** Node's codes for certificates that browsers refuse too. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS/;

/** Node's code for a connection that failed, wherever the error has it: in itself, in its cause, or in the `detail` of Stripe's library. */
export function connectionCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, cause, detail } = error as { code?: unknown; cause?: unknown; detail?: unknown };
  return typeof code === 'string' ? code : (connectionCode(cause) ?? connectionCode(detail));
}

/** Whether a connection failed because this machine does not trust the certificate of the other side. */
export const isCertificateRefused = (code: string | null): boolean => code !== null && CERTIFICATE.test(code);
