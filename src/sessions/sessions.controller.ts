import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#libs/clock';
import { loginShape } from '../accounts';
import { AnyVisitor, CurrentViewer, SessionKeeper, type Viewer } from '../access';
import { LogInBody } from './dto/log-in.body';
import { SessionsService } from './sessions.service';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly keeper: SessionKeeper,
    private readonly clock: Clock,
  ) {}

  @Post('login')
  @AnyVisitor()
  async logIn(
    @CurrentViewer() viewer: Viewer,
    @Body() body: LogInBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { customer, token } = await this.sessions.logIn(viewer, body);
    this.keeper.handOver(reply, viewer.fanclub.id, token);
    return { customer: loginShape(customer, viewer.fanclub, this.clock.now()) };
  }

  @Get('logout')
  @AnyVisitor()
  async logOut(@CurrentViewer() viewer: Viewer, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.keeper.end(viewer);
    this.keeper.forget(reply, viewer.fanclub.id);
  }
}
