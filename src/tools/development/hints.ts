import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { fanclubKey } from '#platform/access';
import { API_PATH } from '#platform/http';
import { Published } from '#platform/published';
import { misspelledFields } from './field-names.rules';
import { knownFields } from './known-fields';
import { loopbackHint, OPAQUE_HINT, printableOrigin, untrustedHint } from './origin-hints.rules';
import { RateLimitedHints } from './rate-limited-hints';

/** The query parameters of every route. */
const COMMON = ['key', 'callback'];

/**
 * Logs mistakes of website developers that the API does not report: misspelled fields, untrusted origins, and pages that use one
 * loopback name and call the service by another one (`localhost` and `127.0.0.1`). The same hint is logged once in ten minutes,
 * after the answer was sent. Hints contain names of fields and origins, never values.
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
      this.checkFields(request);
      await this.checkOrigin(request);
    });
  }

  private get fastify(): FastifyInstance {
    return this.host.httpAdapter.getInstance<FastifyInstance>();
  }

  private checkFields(request: FastifyRequest): void {
    const { method, routeOptions, query, body } = request;
    const route = `${method} ${routeOptions.url?.slice(API_PATH.length)}`;
    const known = this.fields.get(route) ?? [];
    const [inQuery, inBody] = method === 'POST' ? [COMMON, known] : [[...COMMON, ...known], []];
    for (const { sent, meant } of [...misspelledFields(query, inQuery), ...misspelledFields(body, inBody)]) {
      const effect = sent.startsWith('contact.') ? 'is kept as a custom field' : 'is ignored';
      this.log(`${route}: the field ${sent} ${effect}. Did you mean ${meant}?`);
    }
  }

  private async checkOrigin(request: FastifyRequest): Promise<void> {
    const { origin, referer, host } = request.headers;
    const website = printableOrigin(origin ?? referer);
    const hint = website === null ? null : loopbackHint(website, host);
    if (hint !== null) this.log(hint);
    if (request.provenance?.trusted !== false) return;
    if (origin === 'null') return this.log(OPAQUE_HINT);
    const key = fanclubKey(request);
    // Only keys of fan clubs are public. Any other value could be a secret that was sent by mistake.
    if (website === null || key === null || !(await this.published.byKey(key))) return;
    this.log(untrustedHint(website, key));
  }

  private log(hint: string): void {
    if (this.limit.admits(hint, this.clock.now())) this.fastify.log.warn(hint);
  }
}
