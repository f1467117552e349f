import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FanclubInfo, Viewer } from '#platform/access';
import { FormTokens } from './form-tokens';
import { accentStyle } from './accent.rules';
import { isPasswordsRequest, withTyped } from './form.rules';
import type { Page } from './page';
import { PageAddresses } from './page-addresses';
import { hashSource, pagePolicy } from './page-policy';
import { type ClubView, PageViews } from './page-views';
import { policyOrigin } from './redirect.rules';

/** Makes an HTTP answer of a page: HTML, status, headers, and the token of its form. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly views: PageViews,
    private readonly tokens: FormTokens,
    private readonly addresses: PageAddresses,
  ) {}

  /**
   * Prepares the reply and returns the HTML to send.
   *
   * @param viewer null if the fan club is unknown; the page then has no form
   */
  prepare(request: FastifyRequest, reply: FastifyReply, made: Page, viewer: Viewer | null): string {
    const page = isPasswordsRequest(request.body)
      ? { ...made, form: made.form && withTyped(made.form, request.body) }
      : made;
    const token = page.form && viewer ? this.tokens.issue(request, reply, viewer) : null;
    const club = viewer && this.club(viewer.fanclub);
    const html = this.views.html(page, club, token);
    const policy = pagePolicy({
      styles: [this.views.styleSource, ...(club?.colors ? [hashSource(club.colors)] : [])],
      image: club?.logo ? policyOrigin(club.logo) : null,
      leadsTo: page.form && page.leadsTo,
    });
    reply
      .status(page.status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'DENY');
    return html;
  }

  private club(fanclub: FanclubInfo): ClubView {
    return {
      name: fanclub.name,
      site: fanclub.siteUrl,
      logo: fanclub.logoUrl,
      colors: fanclub.accentColor && accentStyle(fanclub.accentColor),
      support: fanclub.supportEmail,
      privacy: this.addresses.privacy(fanclub),
      terms: this.addresses.terms(fanclub),
    };
  }
}
