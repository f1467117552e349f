import type { Session } from '@fastify/secure-session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '#libs/token';

/**
 * Where the cookie travels. `lax`: sent on the site's own requests and on navigation to it (`SameSite=Lax`).
 * `cross-site`: also from pages of other sites (`SameSite=None; Secure; Partitioned`), kept apart for each of them.
 */
export type SessionCookieMode = 'lax' | 'cross-site';

/** How a service wants its cookies. */
export interface SessionCookiesOptions {
  /** Cookies are named `<prefix>_<tenant id>`, over HTTPS `__Host-<prefix>_<tenant id>`. */
  prefix: string;
  mode: SessionCookieMode;
  /**
   * Whether the service is reached by HTTPS: then the cookie is for HTTPS only, and no other host of the domain can set it. Default
   * false; in `cross-site` mode the cookie is for HTTPS in any case.
   */
  secure?: boolean;
}

/** Attributes of a cookie, as `reply.setCookie` takes them. */
export type CookieAttributes = NonNullable<Parameters<FastifyReply['setCookie']>[2]>;

/** The attributes of the session cookies, but for their end: for a cookie that is to travel wherever they do. */
export function cookieAttributes({ mode, secure = false }: SessionCookiesOptions): CookieAttributes {
  const crossSite = mode === 'cross-site';
  return {
    path: '/',
    httpOnly: true,
    sameSite: crossSite ? 'none' : 'lax',
    secure: crossSite || secure,
    partitioned: crossSite,
  };
}

/** Browsers take a cookie whose name begins so only over HTTPS, from the host itself and for all its paths. */
const HOST_PREFIX = '__Host-';

/**
 * Names of the token within the sealed content, under the plain cookie name and under that with {@link HOST_PREFIX}. A cookie moved
 * from one name to the other does not open, so no other host of the domain can plant a present cookie under the plain name.
 */
const FIELD = 'token';
const HOST_FIELD = 'host_token';
/** Name under which `@fastify/secure-session` keeps there when it was first sealed, in seconds. */
const SEALED_AT = '__ts';
/** A sealed token has about 160 characters; anything much longer is not one of ours and is not looked into. */
const LONGEST_VALUE = 512;

/** Each tenant has a cookie of its own, so that two of them can live in one browser. */
export function sessionCookieName(
  { prefix, secure = false }: Pick<SessionCookiesOptions, 'prefix' | 'secure'>,
  tenantId: number,
): string {
  return `${secure ? HOST_PREFIX : ''}${prefix}_${tenantId}`;
}

/** A cookie of a tenant as it came in. */
interface SentCookie {
  value: string;
  /** Name of the token within the content. */
  field: string;
  /** Whether it has the plain name although the service is reached by HTTPS. */
  isFormer: boolean;
}

/**
 * Reads and writes the sealed session cookies of many tenants. A cookie holds a session token and nothing else. Needs
 * an instance prepared by `registerSessions`. A cookie that was altered, is too large, has outlived the lifetime or was
 * sealed with an unknown key counts as absent; it never is an error.
 *
 * Over HTTPS, a cookie that was issued under the plain name is read until its lifetime is over, if there is none of the new name.
 */
export class SessionCookies {
  private readonly prefix: string;
  private readonly secure: boolean;
  private readonly attributes: CookieAttributes;
  private readonly opened = new WeakMap<FastifyRequest, { value: string; content: Session | null }>();

  constructor(options: SessionCookiesOptions) {
    this.prefix = options.prefix;
    this.secure = options.secure ?? false;
    this.attributes = cookieAttributes(options);
  }

  /** The token in the tenant's cookie, or null. */
  read(request: FastifyRequest, tenantId: number): string | null {
    const sent = this.sent(request, tenantId);
    const token: unknown = sent && this.open(request, sent)?.get(sent.field);
    return isToken(token) ? token : null;
  }

  /** Whether the request carries a cookie of the tenant, valid or not. It is not opened. */
  hasCookie(request: FastifyRequest, tenantId: number): boolean {
    return this.sent(request, tenantId) !== null;
  }

  /** Adds the tenant's cookie to the reply, for `maxAge` seconds. Other cookies of the reply stay. */
  set(reply: FastifyReply, tenantId: number, token: string, maxAge: number): void {
    this.issue(reply, tenantId, { [this.field]: token }, { maxAge });
  }

  /**
   * Hands the tenant's cookie out again, with the same token and end, if an older key has sealed it, so that this key can be
   * dropped before all its cookies have ended; or if it has the plain name over HTTPS. Does nothing to other cookies, or without
   * one that opens.
   *
   * @param lifetime seconds from its first sealing to its end, as given to `registerSessions`
   */
  renew(request: FastifyRequest, reply: FastifyReply, tenantId: number, lifetime: number): void {
    const sent = this.sent(request, tenantId);
    const content = sent && this.open(request, sent);
    if (!content || !(content.changed || sent.isFormer)) return;
    const sealedAt = Number(content.get(SEALED_AT));
    const token: unknown = content.get(sent.field);
    const expires = new Date((sealedAt + lifetime) * 1000);
    this.issue(reply, tenantId, { [this.field]: token, [SEALED_AT]: sealedAt }, { expires });
  }

  /** Makes the browser forget the tenant's cookie: same name and attributes as when set, or it would keep it. */
  clear(reply: FastifyReply, tenantId: number): void {
    this.expire(reply, this.nameOf(tenantId));
    this.clearFormer(reply, tenantId);
  }

  private issue(reply: FastifyReply, tenantId: number, content: object, end: CookieAttributes): void {
    const sealed = reply.server.encodeSecureSession(reply.server.createSecureSession({ ...content }));
    reply.setCookie(this.nameOf(tenantId), sealed, { ...this.attributes, ...end });
    this.clearFormer(reply, tenantId);
  }

  /** Clears the cookie of the plain name, if the request came with one. */
  private clearFormer(reply: FastifyReply, tenantId: number): void {
    const former = sessionCookieName({ prefix: this.prefix }, tenantId);
    if (this.secure && cookies(reply.request)[former] !== undefined) this.expire(reply, former);
  }

  private expire(reply: FastifyReply, name: string): void {
    reply.setCookie(name, '', { ...this.attributes, maxAge: 0, expires: new Date(0) });
  }

  private get field(): string {
    return this.secure ? HOST_FIELD : FIELD;
  }

  private nameOf(tenantId: number): string {
    return sessionCookieName({ prefix: this.prefix, secure: this.secure }, tenantId);
  }

  /** The tenant's cookie, opened or not; null without one. An empty one, as some clients keep it, is none. */
  private sent(request: FastifyRequest, tenantId: number): SentCookie | null {
    const all = cookies(request);
    const value = all[this.nameOf(tenantId)];
    if (value) return { value, field: this.field, isFormer: false };
    const former = this.secure ? all[sessionCookieName({ prefix: this.prefix }, tenantId)] : undefined;
    return former ? { value: former, field: FIELD, isFormer: true } : null;
  }

  /** What is in a cookie, opened once for each request; null if it is none of ours. */
  private open(request: FastifyRequest, { value }: SentCookie): Session | null {
    const known = this.opened.get(request);
    if (known?.value === value) return known.content;
    const content = unseal(request, value);
    this.opened.set(request, { value, content });
    return content;
  }
}

/** The request's cookies; none where no hook has parsed them, as for a request that was refused early. */
function cookies(request: FastifyRequest): Partial<Record<string, string>> {
  return request.cookies ?? {};
}

/** What is sealed in a value; null unless it is one of ours. It is `changed` if another key than the newest opened it. */
function unseal(request: FastifyRequest, value: string): Session | null {
  if (value.length > LONGEST_VALUE || !isCanonical(value)) return null;
  return request.server.decodeSecureSession(value, request.log);
}

/** Decoders of base64 forgive much; of all spellings of a sealed value only the one that was issued is accepted. */
function isCanonical(value: string): boolean {
  const parts = value.split(';');
  return parts.length === 2 && parts.every((part) => Buffer.from(part, 'base64').toString('base64') === part);
}
