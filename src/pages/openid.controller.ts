import {
  Controller,
  Get,
  Param,
  Post,
  Query,
  Req,
  Res,
  Body,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bare } from '#libs/envelope';
import { CurrentViewer, HostedPage, PageNotFound, SessionKeeper, type Viewer } from '#platform/access';
import {
  type Ask,
  LOG_OUT_PARAMETERS,
  type LogIn,
  LogInLookup,
  type LogOutParameters,
  LogOutRequests,
  OpenidAsks,
} from '#domains/openid';
import { formView, sentForm } from './form.rules';
import { OpenedRenewals } from './opened-renewals';
import { scopeTexts } from './openid-text.rules';
import { backTo, formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';
import { PageFilter } from './page.filter';
import { PageInterceptor } from './page.interceptor';
import { clearSteps } from './step-cookies';

/** What applications ask members for, while they log in there: to log in here, and to allow what is passed on. */
@PageController('/allow')
@HostedPage()
export class AllowController {
  constructor(
    private readonly asks: OpenidAsks,
    private readonly logIns: LogInLookup,
    private readonly addresses: PageAddresses,
  ) {}

  @Get(':uid')
  async show(
    @CurrentViewer() viewer: Viewer,
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    return this.forMember(viewer, uid, request, reply, async (ask, logIn) => {
      if (ask.kind === 'login') return new SeeOther(await this.asks.logIn(ask, logIn));
      return askPage(ask, `${this.addresses.own(viewer.fanclub.id, 'allow')}/${uid}/refuse`);
    });
  }

  @Post(':uid')
  async allow(
    @CurrentViewer() viewer: Viewer,
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    return this.forMember(viewer, uid, request, reply, async (ask, logIn) =>
      ask.kind === 'login' ? expired(viewer) : new SeeOther(await this.asks.allow(ask, logIn)),
    );
  }

  @Post(':uid/refuse')
  async refuse(
    @CurrentViewer() viewer: Viewer,
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    return this.forMember(
      viewer,
      uid,
      request,
      reply,
      async (ask) => new SeeOther(await this.asks.refuse(ask)),
    );
  }

  private async forMember(
    viewer: Viewer,
    uid: string,
    request: FastifyRequest,
    reply: FastifyReply,
    act: (ask: Ask, logIn: LogIn) => Promise<Page | SeeOther>,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const exchange = { request: request.raw, response: reply.raw };
    const ask = await this.asks.find(fanclub, uid, exchange);
    if (ask === null) return expired(viewer);
    const here = `${this.addresses.absolute(fanclub.id, 'allow')}/${uid}`;
    const logIn = await this.logIns.of(request, fanclub.id);
    if (logIn === null) return new SeeOther(withRedirect(this.addresses.own(fanclub.id, 'login'), here));
    if (ask.kind === 'login' && !this.asks.isAnsweredBy(ask, logIn)) {
      await this.asks.awaitNewLogIn(ask);
      return this.againPage(ask, here);
    }
    // Somebody else has logged in since.
    if (ask.kind === 'consent' && ask.customerId !== logIn.customerId) return expired(viewer);
    return act(ask, logIn);
  }

  private againPage({ application, fanclub }: Ask, here: string): Page {
    const login = withRedirect(this.addresses.absolute(fanclub.id, 'login'), here);
    const action = withRedirect(this.addresses.own(fanclub.id, 'logout'), login);
    const paragraphs = [`${application.name} asks you to log in again.`];
    const content = { paragraphs, action: null, second: null };
    return formPage('notice', 'Log in again', content, { ...formView('Log in again', []), action });
  }
}

function askPage({ application: { name }, scopes, origin }: Ask, refusal: string): Page {
  const content = {
    lead: `${name} (${new URL(origin).host}) asks the fan club for:`,
    items: scopeTexts(scopes),
    end: 'It reads the present state until you log out here. You can end this at any time on the page “Your data”.',
    refuse: { ...formView('Do not allow', []), action: refusal, isQuiet: true },
  };
  return formPage('allow', `Log in to ${name}`, content, formView('Allow and continue', []), [origin]);
}

const expired = ({ fanclub }: Viewer): Page => ({
  ...notice(
    'Please start again',
    ['This page is too old, or was opened in another browser.'],
    backTo(fanclub),
  ),
  status: 404,
});

/** Log-outs that applications begin. An application may send a form from its own page, which has no form token. */
@Controller('fanclubs/:fanclubId/oidc/session/end')
@Bare()
@UseInterceptors(PageInterceptor)
@UseFilters(PageFilter)
@HostedPage()
export class ApplicationLogOutController {
  constructor(
    private readonly requests: LogOutRequests,
    private readonly keeper: SessionKeeper,
    private readonly opened: OpenedRenewals,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(
    @CurrentViewer() viewer: Viewer,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub, visit } = viewer;
    const parameters = parametersIn(query);
    const { returnTo, customerId } = await this.requests.check(fanclub, parameters);
    if (visit && customerId !== visit.customer.id) {
      const here = this.address(viewer, parameters);
      return new SeeOther(withRedirect(this.addresses.own(fanclub.id, 'logout'), here));
    }
    if (visit) {
      await this.keeper.end(viewer);
      this.keeper.clearCookie(reply, fanclub.id);
      this.opened.clear(reply, fanclub);
      clearSteps(reply, fanclub.id, this.addresses);
    }
    return returnTo === null
      ? notice('You are logged out', ['You can close this page.'], backTo(fanclub))
      : new SeeOther(returnTo);
  }

  /** A form of another site comes without cookies, so the browser is sent to the page. */
  @Post()
  send(@CurrentViewer() viewer: Viewer, @Body() body: unknown): SeeOther {
    const form = sentForm(body);
    if (Object.keys(form).length === 0) throw new PageNotFound();
    return new SeeOther(this.address(viewer, parametersIn(form)));
  }

  private address({ fanclub }: Viewer, parameters: LogOutParameters): string {
    const query = new URLSearchParams(parameters as Record<string, string>);
    return `${this.addresses.absolute(fanclub.id, 'oidc/session/end')}?${query.toString()}`;
  }
}

/** The parameters of a log-out; what is no text counts as absent. */
export function parametersIn(given: Readonly<Record<string, unknown>>): LogOutParameters {
  const texts = LOG_OUT_PARAMETERS.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(texts);
}
