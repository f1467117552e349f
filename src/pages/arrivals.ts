import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { anonymous, type FanclubInfo, SessionKeeper, SessionTokens, type Viewer } from '#platform/access';
import { SeeOther } from './page';
import { type LoginOptions, PageAddresses } from './page-addresses';
import { reloadAddress } from './redirect.rules';
import { clearSteps } from './step-cookies';

/** What follows a log-in on our pages, in whatever way the visitor has logged in. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly keeper: SessionKeeper,
    private readonly tokens: SessionTokens,
    private readonly addresses: PageAddresses,
  ) {}

  /** Whose session ends with the log-in. That of a visitor for a website goes on, because another website may have its tokens. */
  visitorFor(viewer: Viewer, query: LoginOptions): Viewer {
    const { fanclub, source } = viewer;
    return this.addresses.tokenSite(fanclub, query) === null ? viewer : anonymous(fanclub, source);
  }

  /** Sets the session's cookie and leads back, or hands its tokens to the website that asked for them (contract 3.12). */
  arrive(reply: FastifyReply, fanclub: FanclubInfo, session: string, query: LoginOptions): SeeOther {
    this.keeper.setCookie(reply, fanclub.id, session);
    clearSteps(reply, fanclub.id, this.addresses);
    const site = this.addresses.tokenSite(fanclub, query);
    if (site === null) return new SeeOther(this.addresses.destination(fanclub, query.redirect));
    return new SeeOther(
      reloadAddress(site.origin, this.tokens.handOver(fanclub, session, site.origin), site.redirect),
    );
  }
}
