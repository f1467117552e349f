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
import { CURRENT_PASSWORD, emailField } from './account-fields';
import { formView, type Problems } from './form.rules';
import { OpenedRenewals } from './opened-renewals';
import { formPage, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { problemsOf } from './problems';
import { pageOfClickedLink } from './redirect.rules';
import { visitorName } from './visitor-name';

/** Logs visitors in and out. `redirect` leads back to the page they came from. */
@PageController()
@HostedPage()
export class LoginController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly keeper: SessionKeeper,
    private readonly opened: OpenedRenewals,
    private readonly addresses: PageAddresses,
  ) {}

  @Get('login')
  showLogin(@CurrentViewer() viewer: Viewer, @Query('redirect') redirect: unknown): Page {
    return this.loginPage(viewer, redirect);
  }

  @Post('login')
  async logIn(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Body() body: LogInBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const problems = await problemsOf(async () => {
      const { token } = await this.sessions.logIn(viewer, body);
      this.keeper.setCookie(reply, viewer.fanclub.id, token);
    });
    if (problems) return this.loginPage(viewer, redirect, body.email, problems);
    return new SeeOther(this.addresses.destination(viewer.fanclub, redirect));
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
    const leadsTo = this.addresses.origins(viewer.fanclub, destination);
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
  }

  /** A logged-in visitor can continue, or log out and see the form. */
  private loggedInPage(fanclub: FanclubInfo, name: string, next: string): Page {
    const login = withRedirect(this.addresses.absolute(fanclub.id, 'login'), next);
    const action = withRedirect(this.addresses.own(fanclub.id, 'logout'), login);
    const form = { ...formView('Log out', []), action };
    const leadsTo = this.addresses.origins(fanclub, login);
    return formPage('logged-in', 'You are logged in', { name, next }, form, leadsTo);
  }

  private loginPage(viewer: Viewer, redirect: unknown, email?: string, problems?: Problems): Page {
    const { fanclub } = viewer;
    const destination = this.addresses.destination(fanclub, redirect);
    const name = visitorName(viewer);
    if (name !== null && !problems) return this.loggedInPage(fanclub, name, destination);
    const content = {
      passwordReset: this.addresses.linked(fanclub, 'passwordReset'),
      plans: fanclub.plansUrl,
      register: this.addresses.withAllowed(this.addresses.own(fanclub.id, 'register'), fanclub, redirect),
      hasMembership: viewer.unregistered !== null,
    };
    const form = formView('Log in', [emailField(email), CURRENT_PASSWORD], problems);
    return formPage('login', 'Log in', content, form, this.addresses.origins(fanclub, destination));
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
