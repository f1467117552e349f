import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { LogOutRequests, OpenidAsks } from '#domains/openid';
import { parametersIn } from './openid.controller';
import { PageAddresses } from './page-addresses';
import { policyOrigin } from './redirect.rules';

/**
 * Browsers check all redirects after a form. A log-in that an application waits for leads on to the application, so its origin must be in
 * the policy of the form.
 */
@Injectable()
export class OpenidRedirects {
  constructor(
    private readonly asks: OpenidAsks,
    private readonly logOuts: LogOutRequests,
    private readonly addresses: PageAddresses,
  ) {}

  /** The origins that a form with this destination may redirect to. */
  async origins(fanclub: FanclubInfo, destination: string): Promise<string[]> {
    const own = this.addresses.origins(fanclub, destination);
    const further = await this.further(fanclub, destination);
    const origin = further === null ? null : policyOrigin(further);
    return origin === null ? own : [...own, origin];
  }

  private async further(fanclub: FanclubInfo, destination: string): Promise<string | null> {
    const pages = this.addresses.absolute(fanclub.id, '');
    if (!destination.startsWith(pages)) return null;
    const uid = /^allow\/([\w-]{1,64})$/.exec(destination.slice(pages.length))?.[1];
    if (uid !== undefined) return this.asks.originOf(fanclub, uid);
    const { pathname, searchParams } = new URL(destination);
    if (!pathname.endsWith('/oidc/session/end')) return null;
    const parameters = parametersIn(Object.fromEntries(searchParams));
    // What is wrong is said after the log-out.
    const request = await this.logOuts.check(fanclub, parameters).catch(() => null);
    return request?.returnTo ?? null;
  }
}
