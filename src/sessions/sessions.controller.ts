import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import { loginShape } from '../accounts';
import { AnyVisitor, CurrentViewer, type Viewer } from '../access';
import { Config } from '../config';
import { LogInBody } from './dto/log-in.body';
import { SessionsService } from './sessions.service';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  @Post('login')
  @AnyVisitor()
  async logIn(
    @CurrentViewer() viewer: Viewer,
    @Body() body: LogInBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { customer, token } = await this.sessions.logIn(viewer, body);
    this.cookies.set(reply, viewer.fanclub.id, token, this.config.session.absoluteLifetime);
    return { customer: loginShape(customer, viewer.fanclub, this.clock.now()) };
  }

  @Get('logout')
  @AnyVisitor()
  async logOut(@CurrentViewer() viewer: Viewer, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.logOut(viewer);
    this.cookies.clear(reply, viewer.fanclub.id);
  }
}
