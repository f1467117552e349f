import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RouteHandlerMethod } from 'fastify';
import { isPasswordsRequest } from './form.rules';

/**
 * Handles the button that shows or hides the passwords of a form, on every hosted page. Pages have no scripts, so the form is
 * sent and shown again with the typed texts. The GET handler of the page answers, after the guards have checked the form's token;
 * the POST handler is not called. Must be called before the routes are registered.
 */
export function showPasswordsOnRequest(app: NestFastifyApplication): void {
  const shows = new Map<string, RouteHandlerMethod>();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if (!route.url.startsWith('/fanclubs/')) return;
      if (route.method === 'GET') shows.set(route.url, route.handler);
      if (route.method !== 'POST') return;
      const act = route.handler;
      route.handler = function (request, reply): unknown {
        const show = isPasswordsRequest(request.body) ? shows.get(route.url) : undefined;
        return (show ?? act).call(this, request, reply);
      };
    });
}
