import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import {
  ClubHosts,
  clubOrigins,
  hostedCheckout,
  hostedDraw,
  hostedOrder,
  longAddress,
} from '#platform/tenants';
import { type Action, backTo } from './page';
import { allowedRedirect, policyOrigin, tokenOrigin } from './redirect.rules';

/**
 * The addresses of pages. Those of hosted pages have no host, so they work with every host name of the service. Pages of a fan club with
 * a main host are shown only there, so their addresses are the short ones.
 */
@Injectable()
export class PageAddresses {
  /** The path of the public URL; empty unless a proxy serves the service below a path. */
  readonly base: string;

  constructor(
    private readonly config: Config,
    private readonly hosts: ClubHosts,
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** The path of all pages of a fan club, without a trailing slash. */
  root(fanclubId: number): string {
    return this.hasHost(fanclubId) ? '' : longAddress(this.base, fanclubId);
  }

  /** The path of a hosted page. */
  own(fanclubId: number, page: string): string {
    return `${this.root(fanclubId)}/${page}`;
  }

  /** The public URL of a hosted page. */
  absolute(fanclubId: number, page: string): string {
    return `${this.hosts.addressOf(fanclubId)}/${page}`;
  }

  /** The page that the fan club's settings link to; by default the hosted page. */
  linked({ id, links }: FanclubInfo, page: 'login' | 'passwordReset' | 'privacy' | 'terms'): string {
    const name = page === 'passwordReset' ? 'password-reset' : page;
    // Answers to forms at the service's address, such as that a form is out of date, link to the host, too.
    return links[page] ?? (this.hasHost(id) ? this.absolute(id, name) : this.own(id, name));
  }

  /** The attributes of a cookie of a fan club's pages. Links of other sites, such as payment pages, lead back with it. */
  cookie(fanclubId: number) {
    const secure =
      this.config.publicUrl.startsWith('https:') || this.config.session.cookieMode === 'cross-site';
    return { path: this.root(fanclubId) || '/', httpOnly: true, sameSite: 'lax', secure } as const;
  }

  checkout(fanclubId: number, planId: number): string {
    return hostedCheckout(this.root(fanclubId), planId);
  }

  /** The page that buys a plan for somebody else. */
  gift(fanclubId: number, planId: number): string {
    return this.own(fanclubId, giftPage(planId));
  }

  /**
   * The public URL where somebody continues who has registered, or confirmed an address, to buy a plan: the checkout, or the fan club's
   * site if the plan has been bought since.
   */
  onward(fanclubId: number, planId: number): string {
    return `${hostedCheckout(this.hosts.addressOf(fanclubId), planId)}/onward`;
  }

  /** The public page of a contest's draw. */
  draw(fanclubId: number, contestId: number): string {
    return hostedDraw(this.root(fanclubId), contestId);
  }

  order(fanclubId: number, orderId: number): string {
    return hostedOrder(this.root(fanclubId), orderId);
  }

  /** The log-in page, with a redirect to {@link gift}. */
  loginForGift(fanclubId: number, planId: number): string {
    return withRedirect(this.own(fanclubId, 'login'), this.absolute(fanclubId, giftPage(planId)));
  }

  /** A hosted page, with a redirect to the checkout of a plan. */
  forPlan(page: 'login' | 'register', { id }: FanclubInfo, planId: number): string {
    const checkout = hostedCheckout(this.hosts.addressOf(id), planId);
    return withRedirect(this.own(id, page), page === 'login' ? checkout : this.onward(id, planId));
  }

  /** The log-in page, with a redirect if it is allowed. A fan club's own log-in page gets no redirect. */
  loginTo(fanclub: FanclubInfo, way: LoginOptions): string {
    const login = this.linked(fanclub, 'login');
    return fanclub.links.login === null ? this.onWay(login, fanclub, way) : login;
  }

  /** The registration, with a redirect if it is allowed. */
  registerTo(fanclub: FanclubInfo, way: LoginOptions): string {
    return this.onWay(this.own(fanclub.id, 'register'), fanclub, way);
  }

  /** A page from which the visitor goes on to the same place, in the same way. */
  private onWay(page: string, fanclub: FanclubInfo, way: LoginOptions): string {
    const to = this.withAllowed(page, fanclub, way.redirect);
    // Only a website that asks for tokens has the second parameter, besides the redirect.
    return this.tokenSite(fanclub, way) === null ? to : `${to}&popup=1`;
  }

  /** A hosted page, with a redirect if it is allowed. */
  withAllowed(page: string, fanclub: FanclubInfo, redirect: unknown): string {
    const allowed = this.allowed(fanclub, redirect);
    return allowed === null ? page : withRedirect(page, allowed);
  }

  /** `redirect` if it is allowed, else the fan club's site. */
  destination(fanclub: FanclubInfo, redirect: unknown): string {
    return this.allowed(fanclub, redirect) ?? headerSafe(fanclub.siteUrl);
  }

  /** A link to {@link destination}, which names the fan club if it leads to a website. */
  back(fanclub: FanclubInfo, redirect: unknown): Action {
    const href = this.destination(fanclub, redirect);
    return this.isHosted(fanclub, href) ? { label: 'Continue', href } : backTo(fanclub, href);
  }

  /** A link to the website of {@link destination}; to the fan club's site if that is a hosted page. */
  backToSite(fanclub: FanclubInfo, redirect: unknown): Action {
    const href = this.destination(fanclub, redirect);
    return this.isHosted(fanclub, href) ? backTo(fanclub) : backTo(fanclub, href);
  }

  /** Where pages of a fan club are: its hosts, and below `PUBLIC_URL`, from which older links lead to its main host. */
  private ownPages(fanclubId: number): string[] {
    const { publicUrl } = this.config;
    const addresses = [
      longAddress(publicUrl, fanclubId),
      ...clubOrigins(publicUrl, this.hosts.clubOf(fanclubId)),
    ];
    return addresses.map((address) => `${address}/`);
  }

  private hasHost(fanclubId: number): boolean {
    return this.hosts.clubOf(fanclubId).hosts.length > 0;
  }

  private isHosted({ id }: FanclubInfo, href: string): boolean {
    return this.ownPages(id).some((address) => href.startsWith(address));
  }

  /** `redirect` if it is allowed, else null. */
  allowed(fanclub: FanclubInfo, redirect: unknown): string | null {
    return allowedRedirect(redirect, fanclub, this.ownPages(fanclub.id));
  }

  /** The website that gets the tokens of a log-in, if it asks for them with `popup=1`. Null: none. */
  tokenSite(fanclub: FanclubInfo, { redirect, popup }: LoginOptions): TokenSite | null {
    const allowed = popup === '1' ? this.allowed(fanclub, redirect) : null;
    const origin = tokenOrigin(allowed, this.ownPages(fanclub.id));
    return origin === null ? null : { origin, redirect: allowed! };
  }

  /** The links that begin a log-in or registration with another account. */
  ways({ id, signInProviders }: FanclubInfo, { redirect, popup }: LoginOptions): Action[] {
    const query = new URLSearchParams();
    if (typeof redirect === 'string') query.set('redirect', redirect);
    if (popup === '1') query.set('popup', '1');
    const search = query.size > 0 ? `?${query.toString()}` : '';
    return signInProviders.map(({ name, label }) => ({
      label: `Continue with ${label}`,
      href: `${this.own(id, `sign-in/${name}`)}${search}`,
    }));
  }

  /** The origins that a form with this destination may redirect to. */
  origins(fanclub: FanclubInfo, destination: string): string[] {
    return [policyOrigin(destination), policyOrigin(fanclub.siteUrl)].filter((origin) => origin !== null);
  }
}

/** The query of the log-in page, unchecked. */
export interface LoginOptions {
  readonly redirect?: unknown;
  readonly popup?: unknown;
}

/** A website that gets the tokens of a log-in, and its page to which the visitor returns. */
export interface TokenSite {
  readonly origin: string;
  readonly redirect: string;
}

const giftPage = (planId: number): string => `plans/${planId}/gift`;

export const withRedirect = (page: string, redirect: string): string =>
  `${page}?redirect=${encodeURIComponent(redirect)}`;

/** An address in ASCII, for headers. */
function headerSafe(address: string): string {
  return /^[!-~]+$/.test(address) ? address : new URL(address).href;
}
