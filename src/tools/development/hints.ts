import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { fanclubKey } from '#platform/access';
import { API_PATH } from '#platform/http';
import { Published } from '#platform/published';
import { strayFields } from './field-names.rules';
import { knownFields } from './known-fields';
import { loopbackHint, OPAQUE_HINT, printableOrigin, untrustedHint } from './origin-hints.rules';
import { RateLimitedHints } from './rate-limited-hints';

/** The query parameters of every route. */
const COMMON = ['key', 'callback'];

/**
 * Logs mistakes of website developers that the API, as specified, does not report: misspelled fields, origins that are not
 * trusted, two names for one machine. Each is logged once in ten minutes, after the answer was sent. The log shows names of
 * fields and origins, never values.
 */
@Injectable()
export class Hints implements OnModuleInit {
  private readonly limit = new RateLimitedHints();
  private fields: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly discovery: DiscoveryService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.fields = knownFields(this.discovery);
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
    const known = this.fields.get(route) ?? [];
    const [inQuery, inBody] = method === 'POST' ? [COMMON, known] : [[...COMMON, ...known], []];
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
    // Only keys of fan clubs are public. Anything else could be a secret in the wrong place.
    if (website === null || key === null || !(await this.published.byKey(key))) return;
    this.say(untrustedHint(website, key));
  }

  private say(hint: string): void {
    if (this.limit.admits(hint, this.clock.now())) this.fastify.log.warn(hint);
  }
}
