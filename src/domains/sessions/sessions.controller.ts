import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#libs/clock';
import { LoggedInCustomer, loginShape, ReducedCustomer, reducedShape } from '#domains/accounts';
import {
  AnyVisitor,
  BearerTokens,
  CurrentViewer,
  LoginRequired,
  SessionKeeper,
  SessionTokens,
  type Viewer,
} from '#platform/access';
import { NoJsonp } from '#libs/jsonp';
import { NoHead } from '#platform/http';
import { presentedRequest, SIGNED_REQUEST_FAILURES, SocialAccountUnknown } from '#domains/social';
import { LogInBody } from './dto/log-in.body';
import { RefreshBody } from './dto/refresh.body';
import { SessionsService } from './sessions.service';
import { SocialLoginService } from './social-login.service';
import { Chapter, oneOf, Operation } from '#platform/reference';
import {
  AccountUnconfirmed,
  AccountUnregistered,
  CustomerBlacklisted,
  WrongCredentials,
} from './sessions.errors';

@Controller()
@Chapter('Accounts', 'Customer accounts and log-in.')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly socialLogin: SocialLoginService,
    private readonly keeper: SessionKeeper,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
  ) {}

  /** Logs in with a signed request of an identity provider, or else with e-mail address and password. */
  @Post('login')
  @Operation({
    id: 'logIn',
    isLimited: true,
    summary: 'Logs a customer in',
    description:
      'By e-mail address and password, or by the signed request of an identity provider, whose answer shows fewer ' +
      'fields. The request is in `social_signed_request`, or in `<name>_signed_request` if the provider has another ' +
      'name. Sets the cookie of the session, or with `tokens` answers with its bearer tokens.',
    answer: { customer: oneOf(LoggedInCustomer, ReducedCustomer), access: BearerTokens },
    optional: ['access'],
    failures: [
      WrongCredentials,
      new CustomerBlacklisted('<SUPPORT_EMAIL>'),
      new AccountUnregistered('<email>', '<SUPPORT_EMAIL>'),
      new AccountUnregistered(null, '<SUPPORT_EMAIL>'),
      new AccountUnconfirmed('<email>', '<SUPPORT_EMAIL>'),
      ...SIGNED_REQUEST_FAILURES,
      SocialAccountUnknown,
    ],
  })
  @AnyVisitor({ opensSession: true })
  async logIn(
    @CurrentViewer() viewer: Viewer,
    @Body() body: LogInBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { fanclub } = viewer;
    const request = presentedRequest(body.requests, fanclub);
    const { customer, token } = await (request
      ? this.socialLogin.logIn(viewer, request)
      : this.sessions.logIn(viewer, body));
    return {
      customer: request ? reducedShape(customer, fanclub) : loginShape(customer, fanclub, this.clock.now()),
      ...this.tokens.give(reply, fanclub, token, body),
    };
  }

  @Post('refresh')
  @Operation({
    id: 'refreshTokens',
    summary: 'Exchanges a refresh token for new tokens',
    description:
      'For 30 seconds, other tabs can exchange the same token again. A later exchange ends the session, because one of the two ' +
      'clients has stolen it.',
    answer: { access: BearerTokens },
    failures: [LoginRequired],
  })
  @NoJsonp()
  @AnyVisitor({ session: false, opensSession: true })
  async refresh(
    @CurrentViewer() viewer: Viewer,
    @Body() { refresh_token: token }: RefreshBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const access = token === undefined ? null : await this.tokens.refresh(viewer, reply, token);
    if (!access) throw new LoginRequired();
    return { access };
  }

  @Get('logout')
  @Operation({ id: 'logOut', summary: 'Ends the session', description: 'Succeeds without a session.' })
  @NoHead()
  @AnyVisitor({ writes: true })
  async logOut(@CurrentViewer() viewer: Viewer, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.keeper.end(viewer);
    this.keeper.clearCookie(reply, viewer.fanclub.id);
  }
}
