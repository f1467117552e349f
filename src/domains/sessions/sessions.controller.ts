import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#libs/clock';
import { loginShape, reducedShape } from '#domains/accounts';
import { AnyVisitor, CurrentViewer, SessionKeeper, type Viewer } from '#platform/access';
import { NoHead } from '#platform/http';
import { presentedRequest } from '#domains/social';
import { LogInBody } from './dto/log-in.body';
import { SessionsService } from './sessions.service';
import { SocialLoginService } from './social-login.service';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly socialLogin: SocialLoginService,
    private readonly keeper: SessionKeeper,
    private readonly clock: Clock,
  ) {}

  /** Logs in with a signed request of an identity provider, or else with e-mail address and password. */
  @Post('login')
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
  @NoHead()
  @AnyVisitor()
  async logOut(@CurrentViewer() viewer: Viewer, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.keeper.end(viewer);
    this.keeper.clearCookie(reply, viewer.fanclub.id);
  }
}
