import { isCallback } from './callback';

/** That a request asks for a script instead of JSON. */
export interface Jsonp {
  /** The function to call; null if what stands there is no name of one, and then nothing of it may be told back. */
  readonly callback: string | null;
  /** Whether the request stands for a POST whose body is the query. */
  readonly isWrite: boolean;
}

/** Where a request goes. */
export interface Address {
  /** Of the route, for instance `POST`. */
  readonly method: string;
  /** Path and query of the route. */
  readonly url: string;
  /** Null: the answer is plain JSON. */
  readonly jsonp: Jsonp | null;
}

/** `.json` behind a name, and a slash behind that. */
const SUFFIX = /([^/])\.json\/?$/;

/**
 * Reads where a request goes out of how it is spelled. Below `base`, and nowhere else:
 *
 * - `.json` at the end of the path is left out;
 * - a GET with the parameter `callback` asks for JSONP, and with `_method=POST` besides, in any letter case, it stands for a
 *   POST. Without `callback`, or with anything else in it, `_method` means nothing;
 * - a HEAD asks for what the GET would, but never stands for a POST.
 *
 * @param base a path without slash at its end
 */
export function readAddress(method: string, url: string, base: string): Address {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith(`${base}/`)) return { method, url, jsonp: null };
  const query = end < 0 ? '' : url.slice(end);
  const isRead = method === 'GET' || method === 'HEAD';
  const jsonp = isRead && mayNameCallback(query) ? jsonpIn(new URLSearchParams(query), method) : null;
  return { method: jsonp?.isWrite ? 'POST' : method, url: path.replace(SUFFIX, '$1') + query, jsonp };
}

/** Whether it is worth a closer look: most queries are not, and every request has to pass here. */
const mayNameCallback = (query: string): boolean => query.includes('callback') || query.includes('%');

function jsonpIn(query: URLSearchParams, method: string): Jsonp | null {
  if (!query.has('callback')) return null;
  const callback = onlyOne(query, 'callback');
  const isWrite = method === 'GET' && onlyOne(query, '_method')?.toUpperCase() === 'POST';
  return { callback: isCallback(callback) ? callback : null, isWrite };
}

/** The value of a parameter; null if it is not there, or more than once. */
function onlyOne(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
