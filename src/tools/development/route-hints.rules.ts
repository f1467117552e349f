import { API_PATH } from '#platform/http';
import { similarName } from './field-names.rules';

/** A base path that lacks a part of {@link API_PATH}. */
const INCOMPLETE_BASE = /^\/(?:api\/)?(?:v1\/)?/;

/**
 * The hint for a request that no route answers: the path has another method, is misspelled, or is not below {@link API_PATH}.
 * Null if no route is similar. The hint has no part of the path that can be a value.
 * @param path with or without {@link API_PATH}, without query
 * @param routes the routes of the API, such as `POST /contests/:id/enter`
 */
export function unknownRouteHint(method: string, path: string, routes: readonly string[]): string | null {
  const isBelowApi = path.startsWith(`${API_PATH}/`);
  const sent = isBelowApi ? path.slice(API_PATH.length) : path.replace(INCOMPLETE_BASE, '/');
  const general = sent.replace(/\.json$/, '').replace(/\/\d+(?=\/|$)/g, '/:id');
  const known = [...new Set(routes.map(pathOf))];
  const exact = known.find((one) => one === general);
  const meant = exact ?? (isBelowApi ? similarPath(general, known) : null);
  if (meant === null) return null;
  const base = isBelowApi ? '' : API_PATH;
  const suggestions = routes.filter((route) => pathOf(route) === meant);
  const sameMethod = suggestions.filter((route) => route.startsWith(`${method} `));
  const suggested = (sameMethod.length > 0 ? sameMethod : suggestions)
    .map((route) => shown(route.replace(' ', ` ${base}`)))
    .join(' or ');
  return `there is no ${method} ${shown(general)}. Did you mean ${suggested}?`;
}

const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);
const shown = (route: string): string => route.replace(/:(\w+)/g, '{$1}');

/** The path among the known ones that has the same letters, with few edits. Null if there is none. */
function similarPath(path: string, known: readonly string[]): string | null {
  const words = (text: string): string => text.replaceAll(/[/:]/g, ' ');
  const similar = similarName(words(path), known.map(words));
  return known.find((one) => words(one) === similar) ?? null;
}
