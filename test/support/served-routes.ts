import type { TestApp } from './start-test-app';

/** The methods that routes of the service have. */
export const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Every route of the running server, as `METHOD /path`, sorted. The origin check answers OPTIONS (cors.e2e-spec). */
export function servedRoutes(t: TestApp): string[] {
  return METHODS.flatMap((method) => servedFor(t, method)).sort();
}

function servedFor(t: TestApp, asked: (typeof METHODS)[number]): string[] {
  const tree = t.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false, method: asked });
  const ancestors: string[] = [];
  const routes: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent, segment, methods] = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (segment === undefined) continue;
    ancestors.length = indent.length / 4;
    ancestors.push(segment);
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${ancestors.join('')}`);
  }
  return routes;
}
