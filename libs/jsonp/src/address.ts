import { isCallback } from './callback';

/** A request for a script instead of JSON. */
export interface Jsonp {
  /** The function to call; null if it is not a valid name. Never repeat an invalid name in the response. */
  readonly callback: string | null;
  /** Whether this is a POST whose body is the query. */
  readonly isWrite: boolean;
}

/** The route that a request addresses. */
export interface Address {
  /** The route's method, for instance `POST`. */
  readonly method: string;
  /** The route's path, with the query. */
  readonly url: string;
  /** Null for plain JSON. */
  readonly jsonp: Jsonp | null;
}

/** `.json` after a name, with or without a slash. */
const SUFFIX = /([^/])\.json\/?$/;

/**
 * Reads the route from method and URL. Applies to paths below `base` only:
 *
 * - `.json` at the end of the path is removed;
 * - a GET with the parameter `callback` requests JSONP. With `_method=POST` as well, in any letter case, it becomes a POST.
 *   `_method` is ignored if it has another value, or without `callback`;
 * - a HEAD is treated like a GET, but never becomes a POST.
 *
 * @param base a path without a slash at its end
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

/** Whether to parse the query at all. Runs for every request, and most queries have no callback. */
const mayNameCallback = (query: string): boolean => query.includes('callback') || query.includes('%');

function jsonpIn(query: URLSearchParams, method: string): Jsonp | null {
  if (!query.has('callback')) return null;
  const callback = onlyOne(query, 'callback');
  const isWrite = method === 'GET' && onlyOne(query, '_method')?.toUpperCase() === 'POST';
  return { callback: isCallback(callback) ? callback : null, isWrite };
}

/** The value of a parameter; null if it is absent or given more than once. */
function onlyOne(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
