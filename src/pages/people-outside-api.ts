import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageNotFound } from '#platform/access';
import { prefersHtml } from './accept.rules';
import { Home } from './home';
import { PageAnswers } from './page-answers';
import { PageFilter } from './page.filter';

/**
 * Answers browsers at unknown addresses outside the API: with the home page at `/`, with a 404 page elsewhere. Programs, and all
 * clients below the API's path, get the JSON 404. Must be called before the routes are registered.
 * @param base path of the API, without a trailing slash
 */
export function answerPeopleOutsideApi(app: NestFastifyApplication, base: string): void {
  const wantsPage = ({ is404, url, headers }: FastifyRequest): boolean => {
    if (!is404) return false;
    const [path] = url.split('?', 1);
    return path !== base && !path.startsWith(`${base}/`) && prefersHtml(headers.accept);
  };
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
      if (!wantsPage(request)) return;
      if (isHome(request)) {
        const home = await app.get(Home).page();
        return reply.send(app.get(PageAnswers).prepare(request, reply, home, null));
      }
      app.get(PageFilter).answer(new PageNotFound(), 404, request, reply);
      return reply;
    });
}

function isHome({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(url);
}
