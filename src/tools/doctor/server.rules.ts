import { isCertificateRefused } from '#platform/http';
import { type Finding, ok, problem, warning } from './finding';

/** What an address answered to a request for `/readyz`. */
export type Answer =
  | {
      readonly isService: true;
      readonly isReady: boolean;
      readonly details: string;
      readonly requestId: string;
    }
  | { readonly isService: false; readonly reason: string };

/** The ids that the service makes itself. */
const OWN_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Judges the answers of a running server.
 * @param own the answer at HOST and PORT
 * @param outside the answer at PUBLIC_URL
 */
export function serverAnswerFindings(publicUrl: string, own: Answer, outside: Answer): readonly Finding[] {
  const subject = 'server';
  if (outside.isService) {
    if (outside.isReady) return [ok(subject, `${publicUrl} is ready`)];
    const text = `${publicUrl} is not ready: ${outside.details}`;
    return [problem(subject, text, 'Correct the other problems; see also its log.')];
  }
  const text = `PUBLIC_URL (${publicUrl}) does not lead to the service: ${outside.reason}`;
  if (isCertificateRefused(outside.reason))
    return [
      problem(
        subject,
        text,
        'Install a valid certificate in the proxy (docs/operations/install.md#behind-a-proxy).',
      ),
    ];
  if (own.isService)
    return [
      warning(
        subject,
        `${text}. On this machine the service answers`,
        'If visitors cannot reach it either, check DNS, firewall and proxy (docs/operations/install.md#behind-a-proxy).',
      ),
    ];
  return [warning(subject, text, 'If it should run, start it, and repeat the command.')];
}

/**
 * Judges whether the service trusts the proxy at PUBLIC_URL, by the request id of its answer: the service accepts ids of trusted
 * proxies only.
 * @param sent the id of the doctor's request
 */
export function trustFindings(sent: string, outside: Answer): readonly Finding[] {
  if (!outside.isService) return [];
  const subject = 'proxy headers';
  if (outside.requestId === sent)
    return [
      warning(
        subject,
        'the service trusts the proxy, but the proxy passes on the X-Request-Id of visitors, which makes the log misleading',
        'Let the proxy set its own X-Request-Id (docs/operations/install.md#behind-a-proxy).',
      ),
    ];
  if (!OWN_ID.test(outside.requestId)) return [ok(subject, 'the service trusts the proxy')];
  return [
    warning(
      subject,
      'the service made a request id itself, so the proxy sends none, or TRUST_PROXY does not have its address',
      'Set up the headers of the proxy, and TRUST_PROXY, as in docs/operations/install.md#behind-a-proxy.',
    ),
  ];
}
