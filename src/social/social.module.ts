import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ConnectionsService } from './connections.service';
import { RegistrationService } from './registration.service';
import { SignedRequests } from './signed-requests';
import { SocialController } from './social.controller';

@Module({
  imports: [AccountsModule],
  controllers: [SocialController],
  providers: [ConnectionsService, RegistrationService, SignedRequests],
  exports: [SignedRequests],
})
export class SocialModule {}
