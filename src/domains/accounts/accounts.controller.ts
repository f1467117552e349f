import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#libs/clock';
import { AnyVisitor, CurrentViewer, SessionKeeper, type Viewer } from '#platform/access';
import { AccountsService } from './accounts.service';
import { createdShape } from './customer.serializer';
import { CreateAccountBody } from './dto/create-account.body';

@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionKeeper,
    private readonly clock: Clock,
  ) {}

  @Post()
  @AnyVisitor()
  async create(
    @CurrentViewer() viewer: Viewer,
    @Body() body: CreateAccountBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { fanclub } = viewer;
    const { customer, token } = await this.accounts.create(viewer, body);
    if (token !== null) this.sessions.handOver(reply, fanclub.id, token);
    return { customer: createdShape(customer, fanclub, this.clock.now()) };
  }
}
