import { Module } from '@nestjs/common';
import { InCatalogue } from '#platform/catalogue';
import { AccountsModule } from '#domains/accounts';
import { ConnectionsService } from './connections.service';
import { RegistrationService } from './registration.service';
import { SignedRequests } from './signed-requests';
import { SocialController } from './social.controller';
import { authenticationsInCatalogue } from './social.catalogue';
import './social.declarations';
import './social.mails';

@Module({
  imports: [AccountsModule],
  controllers: [SocialController],
  providers: [ConnectionsService, RegistrationService, SignedRequests],
  exports: [ConnectionsService, SignedRequests],
})
@InCatalogue(authenticationsInCatalogue)
export class SocialModule {}
