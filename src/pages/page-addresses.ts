import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { API_PATH } from '#platform/http';
import { hostedCheckout, hostedPage } from '#platform/tenants';
import { allowedRedirect, policyOrigin } from './redirect.rules';

/** Where pages and their links lead. Addresses of our own carry no host: they hold under whatever name a visitor found us. */
@Injectable()
export class PageAddresses {
  /** What precedes our paths in a visitor's address bar; empty unless a proxy puts us below a path. */
  private readonly base: string;

  constructor(private readonly config: Config) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** The path below which all pages of a fan club are, without slash at its end. */
  root(fanclubId: number): string {
    return `${this.base}/fanclubs/${fanclubId}`;
  }

  /** The path of a page of ours. */
  own(fanclubId: number, page: string): string {
    return `${this.root(fanclubId)}/${page}`;
  }

  /** Where visitors of the fan club log in: a page of ours, unless the club has its own. */
  login({ id, links }: FanclubInfo): string {
    return links.login ?? hostedPage(this.base, id, 'login');
  }

  /** Our log-in page, which leads back to the checkout of a plan. */
  loginFor(fanclubId: number, planId: number): string {
    const back = encodeURIComponent(hostedCheckout(this.config.publicUrl, fanclubId, planId));
    return `${this.own(fanclubId, 'login')}?redirect=${back}`;
  }

  /** Our registration page, which in the end leads to `redirect`, where that is allowed. */
  register(fanclub: FanclubInfo, redirect?: unknown): string {
    return this.leadingTo(this.own(fanclub.id, 'register'), fanclub, redirect);
  }

  /** Our registration page, which in the end leads back to the checkout of a plan. */
  registerFor(fanclub: FanclubInfo, planId: number): string {
    return this.register(fanclub, hostedCheckout(this.config.publicUrl, fanclub.id, planId));
  }

  /** Where visitors log in, to go on to `redirect`, where that is allowed. A log-in page of the club's own leads where it wants. */
  loginTo(fanclub: FanclubInfo, redirect: unknown): string {
    const login = this.login(fanclub);
    return fanclub.links.login === null ? this.leadingTo(login, fanclub, redirect) : login;
  }

  /** A page of ours with `redirect` handed on to it; without, where that is not allowed. */
  leadingTo(page: string, fanclub: FanclubInfo, redirect: unknown): string {
    const allowed = this.allowed(fanclub, redirect);
    return allowed === null ? page : `${page}?redirect=${encodeURIComponent(allowed)}`;
  }

  /** The whole address of our log-in page, which leads to `next` then. */
  loginBeforeGoingTo(fanclubId: number, next: string): string {
    const login = hostedPage(this.config.publicUrl, fanclubId, 'login');
    return `${login}?redirect=${encodeURIComponent(next)}`;
  }

  /** Where a form logs out, and leads to `next` then. */
  logoutBeforeGoingTo(fanclubId: number, next: string): string {
    return `${this.own(fanclubId, 'logout')}?redirect=${encodeURIComponent(next)}`;
  }

  /** The page that says what this service is. */
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

  /** Where `redirect` may send the visitor; the fan club's site where it may not. */
  destination(fanclub: FanclubInfo, redirect: unknown): string {
    return this.allowed(fanclub, redirect) ?? headerSafe(fanclub.siteUrl);
  }

  /** `redirect`, where it may send the visitor; null where it may not. */
  allowed(fanclub: FanclubInfo, redirect: unknown): string | null {
    return allowedRedirect(redirect, fanclub, `${this.config.publicUrl}/fanclubs/${fanclub.id}/`);
  }

  /** The origins to which a form with such a destination may lead. */
  origins(fanclub: FanclubInfo, destination: string): string[] {
    return [policyOrigin(destination), policyOrigin(fanclub.siteUrl)].filter((origin) => origin !== null);
  }
}

/** An address as a header can carry it: in ASCII. */
function headerSafe(address: string): string {
  return /^[!-~]+$/.test(address) ? address : new URL(address).href;
}
