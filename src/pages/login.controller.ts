import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  CurrentViewer,
  type FanclubInfo,
  HostedPage,
  mayUseSession,
  SessionKeeper,
  type Viewer,
} from '#platform/access';
import { isHead } from '#platform/http';
import { LogInBody, SessionsService } from '#domains/sessions';
import { Arrivals } from './arrivals';
import { CURRENT_PASSWORD, emailField } from './account-fields';
import { formView, type Problems } from './form.rules';
import { OpenidRedirects } from './openid-redirects';
import { OpenedRenewals } from './opened-renewals';
import { formPage, type Page, SeeOther } from './page';
import { type LoginOptions, PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { problemsOf } from './problems';
import { pageOfClickedLink } from './redirect.rules';
import { clearSteps } from './step-cookies';
import { visitorName } from './visitor-name';

/**
 * Logs visitors in and out. `redirect` leads back to the page they came from. With `popup=1` a website gets the bearer tokens of the
 * session (contract 3.12).
 */
@PageController()
@HostedPage()
export class LoginController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly keeper: SessionKeeper,
    private readonly arrivals: Arrivals,
    private readonly opened: OpenedRenewals,
    private readonly addresses: PageAddresses,
    private readonly redirects: OpenidRedirects,
  ) {}

  @Get('login')
  showLogin(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Query('popup') popup: unknown,
  ): Promise<Page> {
    return this.loginPage(viewer, { redirect, popup });
  }

  @Post('login')
  async logIn(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Query('popup') popup: unknown,
    @Body() body: LogInBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const query = { redirect, popup };
    const visitor = this.arrivals.visitorFor(viewer, query);
    let session: string | null = null;
    const problems = await problemsOf(async () => {
      const { token } = await this.sessions.logIn(visitor, body);
      session = token;
    });
    if (problems || session === null) return this.loginPage(viewer, query, body.email, problems ?? undefined);
    return this.arrivals.arrive(reply, fanclub, session, query);
  }

  /** A link that a visitor clicks on a trusted website logs out at once and leads back (contract 3.5a). */
  @Get('logout')
  async showLogout(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const from = this.addresses.allowed(viewer.fanclub, pageOfClickedLink(request.headers));
    if (from !== null && mayUseSession(request) && !isHead(request)) {
      await this.endSession(viewer, reply);
      return new SeeOther(this.addresses.allowed(viewer.fanclub, redirect) ?? from);
    }
    const destination = this.addresses.destination(viewer.fanclub, redirect);
    const leadsTo = await this.redirects.origins(viewer.fanclub, destination);
    return formPage('logout', 'Log out', { lead: logoutLead(viewer) }, formView('Log out', []), leadsTo);
  }

  @Post('logout')
  async logOut(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SeeOther> {
    await this.endSession(viewer, reply);
    return new SeeOther(this.addresses.destination(viewer.fanclub, redirect));
  }

  private async endSession(viewer: Viewer, reply: FastifyReply): Promise<void> {
    await this.keeper.end(viewer);
    this.keeper.clearCookie(reply, viewer.fanclub.id);
    this.opened.clear(reply, viewer.fanclub);
    clearSteps(reply, viewer.fanclub.id, this.addresses);
  }

  /** A logged-in visitor can continue, or log out and see the form. */
  private loggedInPage(fanclub: FanclubInfo, name: string, next: string): Page {
    const login = withRedirect(this.addresses.absolute(fanclub.id, 'login'), next);
    const action = withRedirect(this.addresses.own(fanclub.id, 'logout'), login);
    const form = { ...formView('Log out', []), action };
    const leadsTo = this.addresses.origins(fanclub, login);
    return formPage('logged-in', 'You are logged in', { name, next }, form, leadsTo);
  }

  private async loginPage(
    viewer: Viewer,
    query: LoginOptions,
    email?: string,
    problems?: Problems,
  ): Promise<Page> {
    const { fanclub } = viewer;
    const { redirect } = query;
    const destination = this.addresses.destination(fanclub, redirect);
    const name = visitorName(viewer);
    // A website gets the tokens of a session of its own, so its visitors log in.
    const isForSite = this.addresses.tokenSite(fanclub, query) !== null;
    if (name !== null && !problems && !isForSite) return this.loggedInPage(fanclub, name, destination);
    const content = {
      passwordReset: this.addresses.linked(fanclub, 'passwordReset'),
      plans: fanclub.plansUrl,
      register: this.addresses.registerTo(fanclub, query),
      hasMembership: viewer.unregistered !== null,
      ways: this.addresses.ways(fanclub, query),
    };
    const form = formView('Log in', [emailField(email), CURRENT_PASSWORD], problems);
    return formPage('login', 'Log in', content, form, await this.redirects.origins(fanclub, destination));
  }
}

/** What logging out means for this visitor. */
function logoutLead(viewer: Viewer): string {
  const name = visitorName(viewer);
  if (name !== null) return `You are logged in as ${name}.`;
  if (viewer.unregistered) {
    return (
      'A membership is kept for you in this browser until you register. ' +
      'Once you log out, we can no longer link it to you.'
    );
  }
  return 'You are not logged in. To be sure that nothing about you stays in this browser, log out all the same.';
}
