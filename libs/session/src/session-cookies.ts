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
  /** Cookies are named `<prefix>_<tenant id>`. */
  prefix: string;
  mode: SessionCookieMode;
  /** Whether the cookie is for HTTPS only. In `cross-site` mode it always is. Default false. */
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

/** Name of the token within the sealed content. */
const FIELD = 'token';
/** Name under which `@fastify/secure-session` keeps there when it was first sealed, in seconds. */
const SEALED_AT = '__ts';
/** A sealed token has about 160 characters; anything much longer is not one of ours and is not looked into. */
const LONGEST_VALUE = 512;
/** Each tenant has a cookie of its own, so that two of them can live in one browser. */
export function sessionCookieName(prefix: string, tenantId: number): string {
  return `${prefix}_${tenantId}`;
}

/**
 * Reads and writes the sealed session cookies of many tenants. A cookie holds a session token and nothing else. Needs
 * an instance prepared by `registerSessions`. A cookie that was altered, is too large, has outlived the lifetime or was
 * sealed with an unknown key counts as absent; it never is an error.
 */
export class SessionCookies {
  private readonly prefix: string;
  private readonly attributes: CookieAttributes;
  private readonly opened = new WeakMap<FastifyRequest, { value: string; content: Session | null }>();

  constructor(options: SessionCookiesOptions) {
    this.prefix = options.prefix;
    this.attributes = cookieAttributes(options);
  }

  /** The token in the tenant's cookie, or null. */
  read(request: FastifyRequest, tenantId: number): string | null {
    const token: unknown = this.open(request, tenantId)?.get(FIELD);
    return isToken(token) ? token : null;
  }

  /** Whether the request carries a cookie of the tenant, valid or not. It is not opened. */
  hasCookie(request: FastifyRequest, tenantId: number): boolean {
    return Boolean(cookies(request)[sessionCookieName(this.prefix, tenantId)]);
  }

  /** Adds the tenant's cookie to the reply, for `maxAge` seconds. Other cookies of the reply stay. */
  set(reply: FastifyReply, tenantId: number, token: string, maxAge: number): void {
    const sealed = reply.server.encodeSecureSession(reply.server.createSecureSession({ [FIELD]: token }));
    reply.setCookie(sessionCookieName(this.prefix, tenantId), sealed, { ...this.attributes, maxAge });
  }

  /**
   * Hands the tenant's cookie out again, with the same content and end, if an older key has sealed it: so that this key can be
   * dropped before all its cookies have ended. Does nothing to a cookie of the newest key, or without one that opens.
   *
   * @param lifetime seconds from its first sealing to its end, as given to `registerSessions`
   */
  renew(request: FastifyRequest, reply: FastifyReply, tenantId: number, lifetime: number): void {
    const name = sessionCookieName(this.prefix, tenantId);
    const content = this.open(request, tenantId);
    if (!content?.changed) return;
    const expires = new Date((Number(content.get(SEALED_AT)) + lifetime) * 1000);
    reply.setCookie(name, reply.server.encodeSecureSession(content), { ...this.attributes, expires });
  }

  /** What is in the tenant's cookie, opened once for each request; null if it is none of ours. */
  private open(request: FastifyRequest, tenantId: number): Session | null {
    const value = cookies(request)[sessionCookieName(this.prefix, tenantId)];
    if (value === undefined) return null;
    const known = this.opened.get(request);
    if (known?.value === value) return known.content;
    const content = unseal(request, value);
    this.opened.set(request, { value, content });
    return content;
  }

  /** Makes the browser forget the tenant's cookie: same name and attributes as when set, or it would keep it. */
  clear(reply: FastifyReply, tenantId: number): void {
    const name = sessionCookieName(this.prefix, tenantId);
    reply.setCookie(name, '', { ...this.attributes, maxAge: 0, expires: new Date(0) });
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
