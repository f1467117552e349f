import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#libs/clock';
import { LoggedInCustomer, loginShape, ReducedCustomer, reducedShape } from '#domains/accounts';
import { AnyVisitor, CurrentViewer, SessionKeeper, type Viewer } from '#platform/access';
import { NoHead } from '#platform/http';
import { presentedRequest, SIGNED_REQUEST_FAILURES, SocialAccountUnknown } from '#domains/social';
import { LogInBody } from './dto/log-in.body';
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
      'name. Sets the cookie of the session.',
    answer: { customer: oneOf(LoggedInCustomer, ReducedCustomer) },
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
    this.keeper.setCookie(reply, fanclub.id, token);
    return {
      customer: request ? reducedShape(customer, fanclub) : loginShape(customer, fanclub, this.clock.now()),
    };
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
