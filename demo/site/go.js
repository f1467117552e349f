/** Goes to a page: `go('/plans')`. The same page is read again. */
export function go(path) {
  if (location.hash === `#${path}`) dispatchEvent(new Event('hashchange'));
  else location.hash = path;
}
