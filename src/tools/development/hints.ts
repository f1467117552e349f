import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { fanclubKey } from '#platform/access';
import { API_PATH } from '#platform/http';
import { Published } from '#platform/published';
import { strayFields } from './field-names.rules';
import { KNOWN_FIELDS } from './known-fields';
import { loopbackHint, OPAQUE_HINT, printableOrigin, untrustedHint } from './origin-hints.rules';
import { Seldom } from './seldom';

/** What every route takes, in the query. */
const EVERYWHERE = ['key', 'callback'];

/**
 * Writes lines into the log about what developers of websites get wrong and the API, as specified, does not tell: misspelled
 * fields, origins that are not trusted, two names for one machine. Each once in ten minutes, after the answer was sent. Names of
 * fields and origins are logged, values never.
 */
@Injectable()
export class Hints implements OnModuleInit {
  private readonly seldom = new Seldom();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.fastify.addHook('onResponse', async (request) => {
      if (!request.url.startsWith(`${API_PATH}/`)) return;
      this.aboutFields(request);
      await this.aboutOrigin(request);
    });
  }

  private get fastify(): FastifyInstance {
    return this.host.httpAdapter.getInstance<FastifyInstance>();
  }

  private aboutFields(request: FastifyRequest): void {
    const { method, routeOptions, query, body } = request;
    const route = `${method} ${routeOptions.url?.slice(API_PATH.length)}`;
    const known = KNOWN_FIELDS[route] ?? [];
    const [inQuery, inBody] = method === 'POST' ? [EVERYWHERE, known] : [[...EVERYWHERE, ...known], []];
    for (const { sent, meant } of [...strayFields(query, inQuery), ...strayFields(body, inBody)]) {
      const fate = sent.startsWith('contact.') ? 'is kept as a custom field' : 'is ignored';
      this.say(`${route}: the field ${sent} ${fate}. Did you mean ${meant}?`);
    }
  }

  private async aboutOrigin(request: FastifyRequest): Promise<void> {
    const { origin, referer, host } = request.headers;
    const website = printableOrigin(origin ?? referer);
    const mixup = website === null ? null : loopbackHint(website, host);
    if (mixup !== null) this.say(mixup);
    if (request.provenance?.trusted !== false) return;
    if (origin === 'null') return this.say(OPAQUE_HINT);
    const key = fanclubKey(request);
    // Only the key of a fan club is public: what is none could be a secret in the wrong place.
    if (website === null || key === null || !(await this.published.byKey(key))) return;
    this.say(untrustedHint(website, key));
  }

  private say(hint: string): void {
    if (this.seldom.first(hint, this.clock.now())) this.fastify.log.warn(hint);
  }
}
