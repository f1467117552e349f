import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#libs/envelope';
import { CurrentViewer, type FanclubInfo, HostedPage, SessionKeeper, type Viewer } from '#platform/access';
import { LogInBody, SessionsService, WrongCredentials } from '#domains/sessions';
import { AnswersPages } from './answers-pages.decorator';
import { type FieldSpec, formView, type Problems } from './form.rules';
import { formPage, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { visitorName } from './visitor-name';

const PASSWORD: FieldSpec = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};
const emailField = (value: string): FieldSpec => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
  value,
});

/** Logs visitors in and out, with a `redirect` to the page they came from. */
@Controller('fanclubs/:fanclubId')
@HostedPage()
@AnswersPages()
export class LoginController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly keeper: SessionKeeper,
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
    try {
      const { token } = await this.sessions.logIn(viewer, body);
      this.keeper.handOver(reply, viewer.fanclub.id, token);
    } catch (error) {
      if (!(error instanceof DomainError) || error.retryAfter !== undefined) throw error;
      const together = error instanceof WrongCredentials ? ['email', 'password'] : [];
      return this.loginPage(viewer, redirect, body.email, { sentences: error.messages, together });
    }
    return new SeeOther(this.addresses.destination(viewer.fanclub, redirect));
  }

  @Get('logout')
  showLogout(@CurrentViewer() viewer: Viewer, @Query('redirect') redirect: unknown): Page {
    const destination = this.addresses.destination(viewer.fanclub, redirect);
    const leadsTo = this.addresses.origins(viewer.fanclub, destination);
    return formPage('logout', 'Log out', { lead: whatEnds(viewer) }, formView('Log out', []), leadsTo);
  }

  @Post('logout')
  async logOut(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SeeOther> {
    await this.keeper.end(viewer);
    this.keeper.forget(reply, viewer.fanclub.id);
    return new SeeOther(this.addresses.destination(viewer.fanclub, redirect));
  }

  /** Replaces the form for a logged-in visitor, who can continue, or log out and see the form. */
  private loggedInPage(fanclub: FanclubInfo, name: string, next: string): Page {
    const login = this.addresses.loginBeforeGoingTo(fanclub.id, next);
    const action = this.addresses.logoutBeforeGoingTo(fanclub.id, login);
    const form = { ...formView('Log out', []), action };
    const leadsTo = this.addresses.origins(fanclub, login);
    return formPage('logged-in', 'You are logged in', { name, next }, form, leadsTo);
  }

  private loginPage(viewer: Viewer, redirect: unknown, email = '', problems?: Problems): Page {
    const { fanclub } = viewer;
    const destination = this.addresses.destination(fanclub, redirect);
    const name = visitorName(viewer);
    if (name !== null && !problems) return this.loggedInPage(fanclub, name, destination);
    const content = {
      passwordReset: this.addresses.passwordReset(fanclub),
      plans: fanclub.plansUrl,
      register: this.addresses.register(fanclub, redirect),
      hasMembership: viewer.unregistered !== null,
    };
    const form = formView('Log in', [emailField(email), PASSWORD], problems);
    return formPage('login', 'Log in', content, form, this.addresses.origins(fanclub, destination));
  }
}

/** What this visitor loses by logging out. */
function whatEnds(viewer: Viewer): string {
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
