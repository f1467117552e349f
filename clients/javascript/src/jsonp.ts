import type { Answer } from './answer.ts';

// The parts of a page that this file uses. So the sources compile without the types of the DOM, which Node does not have.
interface ScriptElement {
  src: string;
  referrerPolicy: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  remove(): void;
}
interface Page {
  document?: { createElement(name: 'script'): ScriptElement; head: { append(script: ScriptElement): void } };
  location?: { readonly origin: string };
}

const page = globalThis as unknown as Page & Record<string, unknown>;
let calls = 0;

/** The origin of the page; null in Node. */
export const pageOrigin = (): string | null => (page.document && page.location?.origin) ?? null;

/**
 * Reads an address by a script element, which needs no permission by CORS. The session counts only if the service trusts the page.
 * When the call ends, in any way, its script element and its function are removed; the service's scripts check that the function exists.
 * @param url with a query
 * @throws Error if the script cannot be loaded, or does not call the function; the signal's reason if it is aborted
 */
export function readByScript(url: string, signal: AbortSignal): Promise<Answer> {
  const { document } = page;
  if (!document) throw new Error('JSONP needs a page.');
  const name = `fanclub_${(calls += 1)}_${Date.now()}`;
  const script = document.createElement('script');
  return new Promise<Answer>((resolve, reject) => {
    const fail = (): void => reject(new Error('The script could not be loaded.'));
    const abort = (): void => reject(signal.reason as Error);
    page[name] = (body: unknown) =>
      resolve({ status: 200, body, text: '', requestId: null, retryAfter: null });
    // A script that calls the function does so before its `load` event.
    script.onload = script.onerror = fail;
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    // Without a referrer the service cannot tell whose page it is. The origin is enough.
    script.referrerPolicy = 'strict-origin';
    script.src = `${url}&callback=${name}`;
    document.head.append(script);
  }).finally(() => {
    script.onload = script.onerror = null;
    script.remove();
    delete page[name];
  });
}
