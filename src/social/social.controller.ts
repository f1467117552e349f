import { Body, Controller, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AnyVisitor, CurrentViewer, type Viewer } from '../access';
import { ConnectionsService } from './connections.service';
import type { RawBody } from './provider.rules';

const CONNECTED = 'Your social account has been connected.';

@Controller('account/connect')
export class SocialController {
  constructor(private readonly connections: ConnectionsService) {}

  /** For customers, but an unsupported provider is told before a missing login (decisions 4.12). */
  @Post(':provider')
  @AnyVisitor()
  async connect(@CurrentViewer() viewer: Viewer, @Param('provider') provider: string, @Body() body: RawBody) {
    await this.connections.connect(viewer, provider, body);
    return { messages: [CONNECTED] };
  }

  /** Called by the provider, whose signature is the proof. */
  @Post('deauthorize_:provider')
  @AnyVisitor({ session: false })
  @RouteConfig({ forms: true })
  async deauthorize(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Body() body: RawBody,
  ): Promise<void> {
    await this.connections.deauthorize(viewer, provider, body);
  }
}
