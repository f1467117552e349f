import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { NoJsonp } from '#libs/jsonp';
import { AnyVisitor, CurrentViewer, SessionKeeper, type Viewer } from '#platform/access';
import { reducedShape } from '#domains/accounts';
import { ConnectionsService } from './connections.service';
import { RegisterBody } from './dto/register.body';
import { ConnectBody, DeauthorizeBody } from './dto/signed-request.body';
import { RegistrationService } from './registration.service';

const CONNECTED = 'Your social account has been connected.';

@Controller('account')
export class SocialController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly connections: ConnectionsService,
    private readonly keeper: SessionKeeper,
  ) {}

  /** For the customer of the session, who counts as logged out until the registration. */
  @Post('register')
  @AnyVisitor({ opensSession: true })
  async register(
    @CurrentViewer() viewer: Viewer,
    @Body() body: RegisterBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { customer, token } = await this.registration.register(viewer, body);
    this.keeper.setCookie(reply, viewer.fanclub.id, token);
    return { customer: reducedShape(customer, viewer.fanclub) };
  }

  /** For customers. An unsupported provider is reported before a missing log-in (contract 4.12). */
  @Post('connect/:provider')
  @AnyVisitor()
  async connect(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Body() body: ConnectBody,
  ) {
    await this.connections.connect(viewer, provider, body);
    return { messages: [CONNECTED] };
  }

  /** Called by the provider, and proven by its signature. */
  @Post('connect/deauthorize_:provider')
  @NoJsonp()
  @AnyVisitor({ session: false })
  async deauthorize(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Body() body: DeauthorizeBody,
  ): Promise<void> {
    await this.connections.deauthorize(viewer, provider, body);
  }
}
