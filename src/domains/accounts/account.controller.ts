import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import {
  AnyVisitor,
  CurrentViewer,
  type LoggedInViewer,
  RequireCustomer,
  SessionKeeper,
  type Viewer,
} from '#platform/access';
import { AccountUpdatesService } from './account-updates.service';
import { UpdateAccountBody } from './dto/update-account.body';
import { accountShape, createdShape, unregisteredShape } from './customer.serializer';

@Controller('account')
export class AccountController {
  constructor(
    private readonly updates: AccountUpdatesService,
    private readonly sessions: SessionKeeper,
    private readonly clock: Clock,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @AnyVisitor()
  show(@CurrentViewer() { fanclub, customer, unregistered }: Viewer) {
    if (customer) return { customer: accountShape(customer, fanclub, this.clock.now()) };
    return { customer: unregistered && unregisteredShape(unregistered, fanclub) };
  }

  /** Whether the cookie is there, whatever it holds: neither decoded nor looked up (decisions 3.3). */
  @Get('status')
  @AnyVisitor({ session: false })
  status(@CurrentViewer() { fanclub }: Viewer, @Req() request: FastifyRequest) {
    return { logged_in: this.cookies.hasCookie(request, fanclub.id) };
  }

  @Post()
  @RequireCustomer()
  async update(
    @CurrentViewer() viewer: LoggedInViewer,
    @Body() body: UpdateAccountBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { customer, token } = await this.updates.update(viewer, body);
    if (token !== null) this.sessions.handOver(reply, viewer.fanclub.id, token);
    return { customer: createdShape(customer, viewer.fanclub, this.clock.now()) };
  }
}
