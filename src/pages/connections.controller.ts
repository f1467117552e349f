import { Get, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentViewer, HostedPage, type LoggedInViewer, type Viewer } from '#platform/access';
import { SealedSteps, SignInService } from '#domains/sign-in';
import { formView, type Problems } from './form.rules';
import { backTo, formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { problemsOf } from './problems';
import { StepCookies } from './step-cookies';

/** The accounts at other services with which a member logs in. */
@PageController('/connections')
@HostedPage()
export class ConnectionsController {
  private readonly cookies: StepCookies;

  constructor(
    private readonly signIn: SignInService,
    steps: SealedSteps,
    private readonly addresses: PageAddresses,
  ) {
    this.cookies = new StepCookies(steps, addresses);
  }

  @Get()
  show(@CurrentViewer() viewer: Viewer): Page {
    return viewer.isLoggedIn() ? this.page(viewer) : this.logInFirst(viewer);
  }

  /** The page's link leads on: browsers would check the policy of a form for the other service's address. */
  @Post(':provider')
  async connect(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    if (!viewer.isLoggedIn()) return this.logInFirst(viewer);
    const { fanclub, visit } = viewer;
    let location = '';
    const problems = await problemsOf(async () => {
      const way = { redirect: null, popup: null };
      const started = await this.signIn.start(viewer, provider, way, visit.sessionId);
      this.cookies.depart(reply, fanclub, started.departure);
      location = started.location;
    });
    if (problems) return this.page(viewer, problems);
    return notice('Connect your account', ['Go on at the other service. It leads you back here.'], {
      label: 'Go on',
      href: location,
    });
  }

  @Post(':provider/remove')
  async disconnect(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
  ): Promise<Page | SeeOther> {
    if (!viewer.isLoggedIn()) return this.logInFirst(viewer);
    const problems = await problemsOf(() => this.signIn.disconnect(viewer, provider));
    return problems
      ? this.page(viewer, problems)
      : new SeeOther(this.addresses.own(viewer.fanclub.id, 'connections'));
  }

  private page({ fanclub, customer }: LoggedInViewer, problems?: Problems): Page {
    const root = this.addresses.own(fanclub.id, 'connections');
    const failed = problems ? formView('', [], problems).problems.map(({ text }) => text) : [];
    const sections = fanclub.signInProviders.map(({ name, label }) => {
      const isConnected = customer.authentications.includes(name);
      const form = formView(isConnected ? `Disconnect ${label}` : `Connect ${label}`, []);
      return {
        heading: label,
        paragraphs: [isConnected ? 'You can log in with it.' : 'It is not connected.'],
        forms: [{ ...form, action: `${root}/${name}${isConnected ? '/remove' : ''}` }],
      };
    });
    const shown = formPage(
      'own-data',
      'Other accounts',
      {
        sections: [
          ...(failed.length > 0 ? [{ heading: 'There is a problem', paragraphs: failed, forms: [] }] : []),
          ...sections,
        ],
        back: backTo(fanclub),
      },
      formView('', []),
    );
    return problems ? { ...shown, status: 422 } : shown;
  }

  private logInFirst({ fanclub }: Viewer): Page {
    const here = this.addresses.absolute(fanclub.id, 'connections');
    const href = withRedirect(this.addresses.own(fanclub.id, 'login'), here);
    return notice('Other accounts', ['Log in to see with which accounts you can log in.'], {
      label: 'Log in',
      href,
    });
  }
}
