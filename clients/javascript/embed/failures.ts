import { FanclubError, FanclubNetworkError, FanclubTimeoutError } from '../src/errors.ts';
import { filled } from './scope.ts';
import { translated } from './messages.ts';
import { type Context, VisitorError } from './widget.ts';

/** What the visitor is told about an error: the service's messages, or a text of the page. */
export async function messagesOf(error: unknown, { club, texts }: Context): Promise<readonly string[]> {
  if (error instanceof FanclubError) return error.messages.map((message) => translated(message, texts));
  if (error instanceof VisitorError) return [error.message];
  const { origin, protocol } = globalThis.location;
  // Files of a computer have the origin `null`.
  const scope = [{ origin: origin === 'null' ? `${protocol}//` : origin }];
  const text = (key: string): readonly string[] => [filled(texts[key] ?? '', scope)];
  if (error instanceof FanclubTimeoutError) return text('timeout');
  if (!(error instanceof FanclubNetworkError)) return text('failed');
  const isRefused = error.status === null && (await club.refusesPage());
  return text(isRefused ? 'untrusted' : 'unreachable');
}

/** Reports an error that is a mistake of the page, or of this script, as browsers report uncaught ones. */
export function reportMistake(error: unknown): void {
  const expected = [FanclubError, FanclubNetworkError, VisitorError];
  if (!expected.some((kind) => error instanceof kind)) reportError(error);
}
