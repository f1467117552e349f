import { Module } from '@nestjs/common';
import { ConnectionsService } from './connections.service';
import { SignedRequests } from './signed-requests';
import { SocialController } from './social.controller';

@Module({
  controllers: [SocialController],
  providers: [ConnectionsService, SignedRequests],
  exports: [SignedRequests],
})
export class SocialModule {}
