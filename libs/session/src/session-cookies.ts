import type { Session } from '@fastify/secure-session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '#libs/token';

/**
 * When browsers send the cookie. `lax`: with the site's own requests and on navigation to it (`SameSite=Lax`). `cross-site`: also
 * from pages of other sites, with separate cookies for each of them (`SameSite=None; Secure; Partitioned`).
 */
export type SessionCookieMode = 'lax' | 'cross-site';

/** Name and attributes of the cookies. */
export interface SessionCookiesOptions {
  /** Cookies are named `<prefix>_<tenant id>`, with {@link secure} `__Host-<prefix>_<tenant id>`. */
  prefix: string;
  mode: SessionCookieMode;
  /**
   * Whether the service is reached by HTTPS. If so, the cookie is sent over HTTPS only, and no other host of the domain can set
   * it. Default false; in `cross-site` mode the cookie is always for HTTPS only.
   */
  secure?: boolean;
}

/** Attributes of a cookie, as `reply.setCookie` takes them. */
export type CookieAttributes = NonNullable<Parameters<FastifyReply['setCookie']>[2]>;

/** The attributes of session cookies without their lifetime, for other cookies that belong to the same requests. */
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

/** Browsers accept a cookie with this prefix only over HTTPS, from the host itself and for all paths. */
const HOST_PREFIX = '__Host-';

/**
 * Names of the token in the sealed content: one for the plain cookie name, one for the name with {@link HOST_PREFIX}. A cookie
 * moved to the other name does not open, so another host of the domain cannot set a current cookie under the plain name.
 */
const FIELD = 'token';
const HOST_FIELD = 'host_token';
/** The field in which `@fastify/secure-session` stores when the content was first sealed, in seconds. */
const SEALED_AT = '__ts';
/** A sealed token has about 160 characters. Longer values are not opened. */
const MAX_VALUE_LENGTH = 512;

/** Each tenant has its own cookie, so that a browser can have sessions at several. */
export function sessionCookieName(
  { prefix, secure = false }: Pick<SessionCookiesOptions, 'prefix' | 'secure'>,
  tenantId: number,
): string {
  return `${secure ? HOST_PREFIX : ''}${prefix}_${tenantId}`;
}

/** The parts of a request that cookies are read from. */
export type CookieSource = Pick<FastifyRequest, 'cookies' | 'server' | 'log'>;

/** A tenant's cookie as sent by the client. */
interface SentCookie {
  value: string;
  /** Name of the token in the content. */
  field: string;
  /** Whether it has the plain name although the service is reached by HTTPS. */
  isFormer: boolean;
}

/**
 * Reads and writes the sealed session cookies of many tenants. A cookie contains a session token and nothing else. Requires an
 * instance prepared by `registerSessions`. A cookie that is altered, too large, expired or sealed with an unknown key counts as
 * absent; it never throws.
 *
 * Over HTTPS, a cookie with the plain name is read until its lifetime is over, unless there is one with the new name.
 */
export class SessionCookies {
  private readonly prefix: string;
  private readonly secure: boolean;
  private readonly attributes: CookieAttributes;
  private readonly opened = new WeakMap<CookieSource, { value: string; content: Session | null }>();

  constructor(options: SessionCookiesOptions) {
    this.prefix = options.prefix;
    this.secure = options.secure ?? false;
    this.attributes = cookieAttributes(options);
  }

  /** The token in the tenant's cookie, or null. */
  read(request: CookieSource, tenantId: number): string | null {
    const sent = this.sent(request, tenantId);
    const token: unknown = sent && this.open(request, sent)?.get(sent.field);
    return isToken(token) ? token : null;
  }

  /** Whether the request carries a cookie of the tenant, valid or not. It is not opened. */
  hasCookie(request: Pick<CookieSource, 'cookies'>, tenantId: number): boolean {
    return this.sent(request, tenantId) !== null;
  }

  /**
   * Whether the client sent a cookie of the tenant, also under the name of the other scheme, and also if `request.cookies` was
   * emptied. May be true by mistake: the header is searched, not parsed.
   */
  wasSent({ headers }: FastifyRequest, tenantId: number): boolean {
    return headers.cookie?.includes(`${this.prefix}_${tenantId}`) ?? false;
  }

  /** Adds the tenant's cookie to the reply, for `maxAge` seconds. Other cookies of the reply stay. */
  set(reply: FastifyReply, tenantId: number, token: string, maxAge: number): void {
    this.issue(reply, tenantId, { [this.field]: token }, { maxAge });
  }

  /**
   * Issues the tenant's cookie again, with the same token and end, if an older key sealed it or if it has the plain name over
   * HTTPS. So an old key can be dropped before all its cookies have expired. Does nothing for other or invalid cookies.
   *
   * @param lifetime seconds from the first sealing to the end, as passed to `registerSessions`
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

  /** Deletes the tenant's cookie. Browsers require the same name and attributes as when it was set. */
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

  /** The tenant's cookie, not opened; null if absent. An empty one, which some clients keep, counts as absent. */
  private sent(request: Pick<CookieSource, 'cookies'>, tenantId: number): SentCookie | null {
    const all = cookies(request);
    const value = all[this.nameOf(tenantId)];
    if (value) return { value, field: this.field, isFormer: false };
    const former = this.secure ? all[sessionCookieName({ prefix: this.prefix }, tenantId)] : undefined;
    return former ? { value: former, field: FIELD, isFormer: true } : null;
  }

  /** The content of a cookie, opened once per request; null if it is invalid. */
  private open(request: CookieSource, { value }: SentCookie): Session | null {
    const known = this.opened.get(request);
    if (known?.value === value) return known.content;
    const content = unseal(request, value);
    this.opened.set(request, { value, content });
    return content;
  }
}

/** The request's cookies; empty if no hook has parsed them, as for a request that was refused early. */
function cookies(request: Pick<CookieSource, 'cookies'>): Partial<Record<string, string>> {
  return request.cookies ?? {};
}

/** The sealed content; null if invalid. It is `changed` if another key than the newest opened it. */
function unseal(request: CookieSource, value: string): Session | null {
  if (value.length > MAX_VALUE_LENGTH || !isCanonical(value)) return null;
  return request.server.decodeSecureSession(value, request.log);
}

/** Whether the base64 is spelled as it was issued. Decoders also accept other spellings of the same bytes. */
function isCanonical(value: string): boolean {
  const parts = value.split(';');
  return parts.length === 2 && parts.every((part) => Buffer.from(part, 'base64').toString('base64') === part);
}
