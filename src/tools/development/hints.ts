import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { fanclubKey } from '#platform/access';
import { Config } from '#platform/config';
import { API_PATH } from '#platform/http';
import { Published } from '#platform/published';
import { misspelledFields } from './field-names.rules';
import {
  hostedPagesHint,
  loopbackHint,
  OPAQUE_HINT,
  printableOrigin,
  untrustedHint,
} from './origin-hints.rules';
import { RateLimitedHints } from './rate-limited-hints';
import { unknownRouteHint } from './route-hints.rules';
import { METHOD_METADATA, PARAMTYPES_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { type DtoClass, shapeOf } from '#libs/validation';

/** The query parameters of every route. */
const COMMON = ['key', 'callback'];

/**
 * Logs mistakes of website developers that the API does not explain: unknown paths and methods, missing and unknown keys, misspelled
 * fields, untrusted origins, and pages that use one loopback name while the service uses another one (`localhost` and `127.0.0.1`).
 * The same hint is logged once in ten minutes, after the answer was sent. Hints contain names of routes, fields and origins, never
 * values.
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
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.fields = knownFields(this.discovery);
    this.fastify.addHook('onResponse', async (request) => {
      if (request.is404) return this.checkRoute(request);
      if (!request.url.startsWith(`${API_PATH}/`)) return;
      this.checkFields(request);
      await this.checkKey(request);
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

  private checkRoute({ method, url }: FastifyRequest): void {
    const [path] = url.split('?');
    const hint = unknownRouteHint(method, path, this.routesOfApi());
    if (hint !== null) this.log(hint);
  }

  /** The routes below {@link API_PATH}. Other controllers, such as the health check, are elsewhere. */
  private routesOfApi(): string[] {
    return [...this.fields.keys()].filter((route) => {
      const [method, path] = route.split(' ');
      return this.fastify.hasRoute({ method, url: API_PATH + path });
    });
  }

  private async checkKey(request: FastifyRequest): Promise<void> {
    const { method, routeOptions } = request;
    const key = fanclubKey(request);
    if (method === 'OPTIONS' || (key !== null && (await this.published.byKey(key)))) return;
    const fault = key === null ? 'the request has no key' : 'no fan club has the key of the request';
    this.log(
      `${method} ${routeOptions.url?.slice(API_PATH.length)}: ${fault}. The keys: npx fanclub key list`,
    );
  }

  private async checkOrigin(request: FastifyRequest): Promise<void> {
    const { origin, referer, host } = request.headers;
    const website = printableOrigin(origin ?? referer);
    const hint =
      website && (loopbackHint(website, host) ?? hostedPagesHint(website, host, this.config.publicUrl));
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

/**
 * The fields of each route's DTO class, by method and path such as `POST /accounts`. A nested field has its path, such as
 * `contact.email`.
 */
export function knownFields(discovery: DiscoveryService): ReadonlyMap<string, readonly string[]> {
  const scanner = new MetadataScanner();
  const routes = discovery.getControllers().flatMap(({ metatype }) => {
    const prototype = metatype!.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const of = (key: string) => Reflect.getMetadata(key, prototype[name]) as unknown;
      const base = Reflect.getMetadata(PATH_METADATA, metatype!) as string;
      const types = (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name) ?? []) as DtoClass[];
      return [of(PATH_METADATA) as string | string[]].flat().map((own): [string, string[]] => {
        const path = [base, own].filter((part) => part !== '/').join('/');
        return [`${RequestMethod[of(METHOD_METADATA) as RequestMethod]} /${path}`, types.flatMap(fieldsOf)];
      });
    });
  });
  return new Map(routes);
}

function fieldsOf(type: DtoClass): string[] {
  const { fields, others, wrapper } = shapeOf(type);
  const within = (object: string, names: string[]): string[] => names.map((name) => `${object}.${name}`);
  const own = [...fields].flatMap(([name, nested]) => (nested ? within(name, fieldsOf(nested)) : [name]));
  return [...own, ...(others?.examples ?? []), ...(wrapper === null ? [] : within(wrapper, own))];
}
