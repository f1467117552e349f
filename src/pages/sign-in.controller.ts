import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#libs/envelope';
import {
  CurrentViewer,
  type FanclubInfo,
  HostedPage,
  SessionKeeper,
  type Viewer,
  viewerOf,
} from '#platform/access';
import { type Identity, type Outcome, SealedSteps, SignInService } from '#domains/sign-in';
import { Arrivals } from './arrivals';
import { CURRENT_PASSWORD, knownAddress } from './account-fields';
import { formView, type Problems, type SentForm } from './form.rules';
import { formPage, notice, type Page, SeeOther } from './page';
import { type LoginOptions, PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsOf } from './problems';
import { connectedRegistrationOf, registrationFields, termsConsent } from './registration-form';
import { StepCookies } from './step-cookies';

/** Logs visitors in with their accounts at other services. */
@PageController('/sign-in')
@HostedPage()
export class SignInController {
  private readonly cookies: StepCookies;

  constructor(
    private readonly signIn: SignInService,
    steps: SealedSteps,
    private readonly arrivals: Arrivals,
    private readonly keeper: SessionKeeper,
    private readonly addresses: PageAddresses,
  ) {
    this.cookies = new StepCookies(steps, addresses);
  }

  /** The page for what the other service does not provide. */
  @Get('finish')
  show(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Page {
    const identity = this.cookies.identity(request, viewer.fanclub);
    return identity ? this.registrationPage(viewer.fanclub, identity, {}) : this.again(viewer.fanclub, {});
  }

  @Post('finish')
  async register(
    @CurrentViewer() viewer: Viewer,
    @Req() request: FastifyRequest,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const identity = this.cookies.identity(request, fanclub);
    if (!identity) return this.again(fanclub, {});
    const proven = provenAddress(identity);
    const sent = proven === null ? form : { ...form, email: proven };
    let session: string | null = null;
    let isConfirmed = false;
    const returnTo = this.addresses.allowed(fanclub, identity.redirect);
    const visitor = this.arrivals.visitorFor(viewer, identity);
    const problems = await problemsOf(async () => {
      const body = connectedRegistrationOf(sent);
      const { customer, token } = await this.signIn.register(visitor, identity, body, returnTo);
      [session, isConfirmed] = [token, customer.confirmed];
    });
    if (problems) return this.registrationPage(fanclub, identity, sent, problems);
    this.cookies.clear(reply, fanclub);
    if (session !== null && isConfirmed) return this.arrivals.arrive(reply, fanclub, session, identity);
    // It proves that this browser registered when the mailed link is opened in it.
    this.keeper.setCookie(reply, fanclub.id, session);
    const page = this.addresses.own(fanclub.id, 'register/sent');
    return new SeeOther(this.addresses.withAllowed(page, fanclub, identity.redirect));
  }

  /** The page that asks for the password of the account that has the address. */
  @Get('password')
  showPassword(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Page {
    const identity = this.cookies.identity(request, viewer.fanclub);
    return identity ? this.passwordPage(viewer.fanclub, identity) : this.again(viewer.fanclub, {});
  }

  @Post('password')
  async connect(
    @CurrentViewer() viewer: Viewer,
    @Req() request: FastifyRequest,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const identity = this.cookies.identity(request, fanclub);
    if (!identity) return this.again(fanclub, {});
    let session: string | null = null;
    const visitor = this.arrivals.visitorFor(viewer, identity);
    const problems = await problemsOf(async () => {
      session = (await this.signIn.connectByPassword(visitor, identity, form.password ?? '')).token;
    });
    if (problems || session === null) return this.passwordPage(fanclub, identity, problems ?? undefined);
    this.cookies.clear(reply, fanclub);
    return this.arrivals.arrive(reply, fanclub, session, identity);
  }

  /** Leads to the other service. */
  @Get(':provider')
  async start(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Query('redirect') redirect: unknown,
    @Query('popup') popup: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const way = { redirect: this.addresses.allowed(fanclub, redirect), popup: popup === '1' ? '1' : null };
    return this.shown(request, way, async () => {
      const { location, departure } = await this.signIn.start(viewer, provider, way, null);
      this.cookies.depart(reply, fanclub, departure);
      return new SeeOther(location);
    });
  }

  /** Where the other service leads back. */
  @Get(':provider/callback')
  async callback(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const departure = this.cookies.departure(request, fanclub);
    // A departure serves one answer.
    this.cookies.clear(reply, fanclub);
    const way = { redirect: departure?.redirect ?? null, popup: departure?.popup ?? null };
    const visitor = this.arrivals.visitorFor(viewer, way);
    const query = request.url.replace(/^[^?]*/, '');
    return this.shown(request, way, async () =>
      this.next(fanclub, reply, way, await this.signIn.finish(viewer, visitor, provider, departure, query)),
    );
  }

  private next(
    fanclub: FanclubInfo,
    reply: FastifyReply,
    way: LoginOptions,
    outcome: Outcome,
  ): Page | SeeOther {
    if (outcome.kind === 'connected') return new SeeOther(this.addresses.own(fanclub.id, 'connections'));
    if (outcome.kind === 'logged_in') {
      const { token } = outcome.session;
      return token === null ? this.again(fanclub, way) : this.arrivals.arrive(reply, fanclub, token, way);
    }
    if (outcome.kind === 'known_address' && !outcome.hasPassword) {
      const href = this.addresses.linked(fanclub, 'passwordReset');
      return notice(
        'Set a password first',
        [
          `There is an account with ${outcome.identity.email}, but it has no password. Set one with a link that we mail you, and log in with it once.`,
          `Then you can connect ${outcome.identity.label} on the page of your connections.`,
        ],
        { label: 'Set a password', href },
      );
    }
    this.cookies.identify(reply, fanclub, outcome.identity);
    const page = outcome.kind === 'known_address' ? 'sign-in/password' : 'sign-in/finish';
    return new SeeOther(this.addresses.own(fanclub.id, page));
  }

  /** Shows a failure with a way back to the log-in. */
  private async shown(
    request: FastifyRequest,
    way: LoginOptions,
    act: () => Promise<Page | SeeOther>,
  ): Promise<Page | SeeOther> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DomainError) || error.retryAfter !== undefined) throw error;
      request.log.info({ failure: error.name, code: codeOf(error.cause) }, 'no log-in with another account');
      return { ...this.again(viewerOf(request).fanclub, way, error.messages), status: 422 };
    }
  }

  private again(fanclub: FanclubInfo, way: LoginOptions, sentences: readonly string[] = []): Page {
    const paragraphs = sentences.length > 0 ? sentences : ['This took too long. Please begin again.'];
    const href = this.addresses.loginTo(fanclub, way);
    return notice('You are not logged in', paragraphs, { label: 'Back to the log-in', href });
  }

  private passwordPage(fanclub: FanclubInfo, { email, label }: Identity, problems?: Problems): Page {
    const content = {
      lead: `There is an account with this address already. Enter its password once to connect it with ${label}.`,
      login: this.addresses.linked(fanclub, 'passwordReset'),
    };
    const form = formView('Connect and log in', [knownAddress(email ?? ''), CURRENT_PASSWORD], problems);
    return formPage('password', 'Enter your password', content, form, leadsTo(this.addresses, fanclub));
  }

  private registrationPage(
    fanclub: FanclubInfo,
    identity: Identity,
    sent: SentForm,
    problems?: Problems,
  ): Page {
    const known = {
      email: identity.email ?? undefined,
      first_name: identity.firstName ?? undefined,
      last_name: identity.lastName ?? undefined,
      ...sent,
    };
    const content = {
      lead: `Register with ${identity.label} to log in to ${fanclub.name}. You need no password.`,
      login: this.addresses.loginTo(fanclub, identity),
      ways: [],
    };
    const consent = termsConsent(this.addresses.linked(fanclub, 'terms'), known);
    const fields = registrationFields(fanclub, known, { email: provenAddress(identity) });
    const form = formView('Register', fields, problems, {}, consent);
    return formPage(
      'register',
      'Register',
      content,
      form,
      leadsTo(this.addresses, fanclub, identity.redirect),
    );
  }
}

/** The code of an error of the library, which names no person. */
const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;

const provenAddress = ({ email, emailVerified }: Identity): string | null => (emailVerified ? email : null);

const leadsTo = (addresses: PageAddresses, fanclub: FanclubInfo, redirect: unknown = null): string[] =>
  addresses.origins(fanclub, addresses.destination(fanclub, redirect));
