import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import {
  AnyVisitor,
  CurrentViewer,
  type CustomerSession,
  type LoggedInViewer,
  RequireCustomer,
  SessionKeeper,
  type Viewer,
} from '#platform/access';
import { AccountUpdatesService } from './account-updates.service';
import { AccountsService } from './accounts.service';
import { accountShape, createdShape, unregisteredShape } from './customer.serializer';
import { CreateAccountBody } from './dto/create-account.body';
import { UpdateAccountBody } from './dto/update-account.body';

@Controller()
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly updates: AccountUpdatesService,
    private readonly sessions: SessionKeeper,
    private readonly clock: Clock,
    private readonly cookies: SessionCookies,
  ) {}

  @Get('account')
  @AnyVisitor()
  show(@CurrentViewer() { fanclub, customer, unregistered }: Viewer) {
    if (customer) return { customer: accountShape(customer, fanclub, this.clock.now()) };
    return { customer: unregistered && unregisteredShape(unregistered, fanclub) };
  }

  /** Only checks that the cookie is present; its value is neither decrypted nor looked up (contract 3.3). */
  @Get('account/status')
  @AnyVisitor({ session: false })
  status(@CurrentViewer() { fanclub }: Viewer, @Req() request: FastifyRequest) {
    return { logged_in: this.cookies.hasCookie(request, fanclub.id) };
  }

  @Post('account')
  @RequireCustomer()
  async update(
    @CurrentViewer() viewer: LoggedInViewer,
    @Body() body: UpdateAccountBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(viewer, reply, await this.updates.update(viewer, body));
  }

  @Post('accounts')
  @AnyVisitor()
  async create(
    @CurrentViewer() viewer: Viewer,
    @Body() body: CreateAccountBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(viewer, reply, await this.accounts.create(viewer, body));
  }

  private answer({ fanclub }: Viewer, reply: FastifyReply, { customer, token }: CustomerSession) {
    this.sessions.setCookie(reply, fanclub.id, token);
    return { customer: createdShape(customer, fanclub, this.clock.now()) };
  }
}
