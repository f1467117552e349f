import type { RouteSample, Sender } from '#samples';
import { API_ROUTES } from '../../contract/routes';
import { ROUTE_SAMPLES } from '../../samples/registry';

/** How to call a route of the API, and its parameters. */
export interface Target extends RouteSample {
  readonly sender: Sender;
  /** Whether it requires the key of an organization. */
  readonly partner: boolean;
}

/** All routes of the API, with defaults for what the samples omit. */
export const TARGETS: Readonly<Record<string, Target>> = Object.fromEntries(
  API_ROUTES.map(([method, path, caller]) => {
    const route = `${method} ${path}`;
    const partner = caller === 'partner';
    const takesNothing = method === 'GET' && !path.includes(':');
    // A route without parameters gets an unknown one.
    const query = takesNothing ? ({ t: 'text' } as const) : undefined;
    return [route, { sender: partner ? 'nobody' : 'customer', query, ...ROUTE_SAMPLES[route], partner }];
  }),
);

/** The routes for customers only. They never answer ok without a valid session. */
export const CLOSED: readonly string[] = API_ROUTES.filter(([, , caller]) => caller === 'customer').map(
  ([method, path]) => `${method} ${path}`,
);

/** The names of all routes, as in {@link TARGETS}. */
export const ROUTES: readonly string[] = Object.keys(TARGETS);
