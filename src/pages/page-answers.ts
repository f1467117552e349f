import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FanclubInfo, Viewer } from '../access';
import { FormTokens } from './form-tokens';
import { isPasswordsRequest, withTyped } from './form.rules';
import type { Page } from './page';
import { PageAddresses } from './page-addresses';
import { pagePolicy } from './page-policy';
import { type ClubView, PageViews } from './page-views';

/** Makes an HTTP answer of a page: its HTML, status and headers, and what its form needs. */
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
   * @param viewer null where it is not known whose page it is; then there can be no form
   */
  prepare(request: FastifyRequest, reply: FastifyReply, made: Page, viewer: Viewer | null): string {
    const page = isPasswordsRequest(request.body)
      ? { ...made, form: made.form && withTyped(made.form, request.body) }
      : made;
    const token = page.form && viewer ? this.tokens.issue(request, reply, viewer) : null;
    const html = this.views.html(page, viewer && this.club(viewer.fanclub), token);
    reply
      .status(page.status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(this.views.styleSource, page.form && page.leadsTo))
      .header('x-frame-options', 'DENY');
    return html;
  }

  private club(fanclub: FanclubInfo): ClubView {
    return {
      name: fanclub.name,
      site: fanclub.siteUrl,
      support: fanclub.supportEmail,
      privacy: this.addresses.privacy(fanclub),
      terms: this.addresses.terms(fanclub),
    };
  }
}
