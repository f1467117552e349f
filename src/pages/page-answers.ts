import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FanclubInfo, Viewer } from '#platform/access';
import { FormTokens } from './form-tokens';
import { isPasswordsRequest, sentForm, withTyped } from './form.rules';
import { lookStyle } from './look.rules';
import type { Page } from './page';
import { PageAddresses } from './page-addresses';
import { hashSource, pagePolicy } from './page-policy';
import { type ClubView, PageViews } from './page-views';
import { policyOrigin } from './redirect.rules';

/** Turns a page into an HTTP answer: HTML, status, headers, and the token of its form. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly views: PageViews,
    private readonly tokens: FormTokens,
    private readonly addresses: PageAddresses,
  ) {}

  /** Returns the HTML to send. `viewer` is null if the fan club is unknown; then the page has no form. */
  prepare(request: FastifyRequest, reply: FastifyReply, original: Page, viewer: Viewer | null): string {
    const sent = sentForm(request.body);
    const page = isPasswordsRequest(sent)
      ? { ...original, form: original.form && withTyped(original.form, sent) }
      : original;
    const token = page.form && viewer ? this.tokens.issue(request, reply, viewer) : null;
    const club = viewer && this.club(viewer.fanclub);
    const html = this.views.html(page, club, token);
    const policy = pagePolicy({
      styles: [this.views.styleSource, ...(club?.look ? [hashSource(club.look)] : [])],
      image: club?.logoUrl ? policyOrigin(club.logoUrl) : null,
      leadsTo: page.form && page.leadsTo,
      hasFrame: page.hasFrame,
      script: page.script === undefined ? null : hashSource(page.script),
    });
    reply
      .status(page.status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'DENY');
    return html;
  }

  private club(fanclub: FanclubInfo): ClubView {
    const { name, siteUrl, logoUrl, supportEmail } = fanclub;
    return {
      name,
      siteUrl,
      logoUrl,
      supportEmail,
      look: lookStyle(fanclub),
      privacy: this.addresses.linked(fanclub, 'privacy'),
      terms: this.addresses.linked(fanclub, 'terms'),
    };
  }
}
