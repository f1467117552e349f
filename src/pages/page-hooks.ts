import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { PageNotFound } from '#platform/access';
import { prefersHtml } from './accept.rules';
import { isPasswordsRequest, sentForm } from './form.rules';
import { Home } from './home';
import { PageAnswers } from './page-answers';
import { PageFilter } from './page.filter';

/** The paths where every answer is a page. */
const BELOW_FANCLUB = /^\/fanclubs\/[^/?]+\//;

/**
 * Answers requests that reach no controller. At unknown addresses outside the API, browsers get the home page for `/` and a 404
 * page for the rest; programs get the JSON 404. Must be called before the routes are registered.
 * @param apiPath without a trailing slash
 */
export function answerByPages(app: NestFastifyApplication, apiPath: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  const showPasswords = showPasswordsOnRequest();
  fastify.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/fanclubs/')) return;
    // For errors before the controller: a body that is too large or of an unknown type, an unsupported method.
    route.errorHandler = (error, request, reply) => {
      app.get(PageFilter).answer(error, error.statusCode ?? 500, request, reply);
    };
    showPasswords(route);
  });
  fastify.addHook('preHandler', async (request, reply) => {
    if (!request.is404 || !(BELOW_FANCLUB.test(request.url) || wantsPage(request, apiPath))) return;
    if (isHome(request)) {
      const home = await app.get(Home).page();
      return reply.send(app.get(PageAnswers).prepare(request, reply, home, null));
    }
    app.get(PageFilter).answer(new PageNotFound(), 404, request, reply);
    return reply;
  });
}

/**
 * Handles the button that shows or hides the passwords of a form. Pages have no scripts, so the form is sent and shown again with
 * the typed texts. After the guards have checked the form's token, the page's GET handler answers instead of the POST handler.
 */
function showPasswordsOnRequest(): (route: RouteOptions) => void {
  const pages = new Map<string, RouteHandlerMethod>();
  return (route) => {
    if (route.method === 'GET') pages.set(route.url, route.handler);
    if (route.method !== 'POST') return;
    const act = route.handler;
    route.handler = function (request, reply): unknown {
      const show = isPasswordsRequest(sentForm(request.body)) ? pages.get(route.url) : undefined;
      return (show ?? act).call(this, request, reply);
    };
  };
}

function wantsPage({ url, headers }: FastifyRequest, apiPath: string): boolean {
  const [path] = url.split('?', 1);
  return path !== apiPath && !path.startsWith(`${apiPath}/`) && prefersHtml(headers.accept);
}

function isHome({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(url);
}
