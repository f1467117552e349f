import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { API_PATH } from '#platform/http';
import { hostedCheckout, hostedPage } from '#platform/tenants';
import { allowedRedirect, policyOrigin } from './redirect.rules';

/** The addresses of pages and links. Our own have no host, so that they work under every host name of the service. */
@Injectable()
export class PageAddresses {
  /** The path before ours in public addresses; empty unless a proxy serves us below a path. */
  private readonly base: string;

  constructor(private readonly config: Config) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** The path of all pages of a fan club, without a trailing slash. */
  root(fanclubId: number): string {
    return `${this.base}/fanclubs/${fanclubId}`;
  }

  /** The path of a page of ours. */
  own(fanclubId: number, page: string): string {
    return `${this.root(fanclubId)}/${page}`;
  }

  /** The log-in page: ours, unless the fan club has its own. */
  login({ id, links }: FanclubInfo): string {
    return links.login ?? hostedPage(this.base, id, 'login');
  }

  /** Our log-in page, with a redirect to the checkout of a plan. */
  loginFor(fanclubId: number, planId: number): string {
    const back = encodeURIComponent(hostedCheckout(this.config.publicUrl, fanclubId, planId));
    return `${this.own(fanclubId, 'login')}?redirect=${back}`;
  }

  /** Our registration page, with a redirect if it is allowed. */
  register(fanclub: FanclubInfo, redirect?: unknown): string {
    return this.leadingTo(this.own(fanclub.id, 'register'), fanclub, redirect);
  }

  /** Our registration page, with a redirect to the checkout of a plan. */
  registerFor(fanclub: FanclubInfo, planId: number): string {
    return this.register(fanclub, hostedCheckout(this.config.publicUrl, fanclub.id, planId));
  }

  /** The log-in page, with a redirect if it is allowed. A fan club's own log-in page gets no redirect. */
  loginTo(fanclub: FanclubInfo, redirect: unknown): string {
    const login = this.login(fanclub);
    return fanclub.links.login === null ? this.leadingTo(login, fanclub, redirect) : login;
  }

  /** One of our pages, with a redirect if it is allowed. */
  leadingTo(page: string, fanclub: FanclubInfo, redirect: unknown): string {
    const allowed = this.allowed(fanclub, redirect);
    return allowed === null ? page : `${page}?redirect=${encodeURIComponent(allowed)}`;
  }

  /** The absolute address of our log-in page, with a redirect to `next`. */
  loginBeforeGoingTo(fanclubId: number, next: string): string {
    const login = hostedPage(this.config.publicUrl, fanclubId, 'login');
    return `${login}?redirect=${encodeURIComponent(next)}`;
  }

  /** The address that logs out, with a redirect to `next`. */
  logoutBeforeGoingTo(fanclubId: number, next: string): string {
    return `${this.own(fanclubId, 'logout')}?redirect=${encodeURIComponent(next)}`;
  }

  /** The page that describes the service. */
  home(): string {
    return `${this.base}/`;
  }

  api(): string {
    return `${this.base}${API_PATH}`;
  }

  health(): string {
    return `${this.base}/healthz`;
  }

  checkout(fanclubId: number, planId: number): string {
    return hostedCheckout(this.base, fanclubId, planId);
  }

  checkoutDone(fanclubId: number, planId: number): string {
    return `${this.checkout(fanclubId, planId)}/done`;
  }

  passwordReset({ id, links }: FanclubInfo): string {
    return links.passwordReset ?? hostedPage(this.base, id, 'password-reset');
  }

  privacy({ id, links }: FanclubInfo): string {
    return links.privacy ?? hostedPage(this.base, id, 'privacy');
  }

  terms({ id, links }: FanclubInfo): string {
    return links.terms ?? hostedPage(this.base, id, 'terms');
  }

  /** `redirect` if it is allowed, else the fan club's site. */
  destination(fanclub: FanclubInfo, redirect: unknown): string {
    return this.allowed(fanclub, redirect) ?? headerSafe(fanclub.siteUrl);
  }

  /** `redirect` if it is allowed, else null. */
  allowed(fanclub: FanclubInfo, redirect: unknown): string | null {
    return allowedRedirect(redirect, fanclub, `${this.config.publicUrl}/fanclubs/${fanclub.id}/`);
  }

  /** The origins that a form with this destination may redirect to. */
  origins(fanclub: FanclubInfo, destination: string): string[] {
    return [policyOrigin(destination), policyOrigin(fanclub.siteUrl)].filter((origin) => origin !== null);
  }
}

/** An address in ASCII, for headers. */
function headerSafe(address: string): string {
  return /^[!-~]+$/.test(address) ? address : new URL(address).href;
}
