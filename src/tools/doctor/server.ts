import { randomBytes } from 'node:crypto';
import type { Config } from '#platform/config';
import { type Finding } from './finding';
import { type Answer, serverAnswerFindings, trustFindings } from './server.rules';

/** Milliseconds for an answer. */
const TIMEOUT = 5_000;

/** Sends requests to the running server, directly and through the proxy. */
export async function examineServer({ host, port, publicUrl }: Config): Promise<readonly Finding[]> {
  const id = `doctor-${randomBytes(8).toString('hex')}`;
  const [own, outside] = await Promise.all([
    answerOf(`http://${nameOf(host)}:${port}`, id),
    answerOf(publicUrl, id),
  ]);
  // Without HTTPS there may be no proxy, and then nothing to trust.
  const trust = publicUrl.startsWith('https:') ? trustFindings(id, outside) : [];
  return [...serverAnswerFindings(publicUrl, own, outside), ...trust];
}

/** The host for connections from this machine, as URLs spell it. */
function nameOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function answerOf(origin: string, id: string): Promise<Answer> {
  try {
    const response = await fetch(`${origin}/readyz`, {
      headers: { 'x-request-id': id },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const body = (await response.json().catch(() => null)) as Record<string, string> | null;
    if (typeof body?.process !== 'string')
      return { isService: false, reason: `another program answers (status ${response.status})` };
    const { process, database, migrations } = body;
    const details = `process ${process}, database ${database}, migrations ${migrations}`;
    const requestId = response.headers.get('x-request-id') ?? '';
    return { isService: true, isReady: response.status === 200, details, requestId };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { isService: false, reason: cause?.code ?? message };
  }
}
