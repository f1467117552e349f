import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { AccountsModule } from '#domains/accounts';
import { ConnectionsService } from './connections.service';
import { RegistrationService } from './registration.service';
import { SignedRequests } from './signed-requests';
import { SocialController } from './social.controller';
import { Authentication } from './authentication.entity';
import { authenticationsInCatalogue } from './social.catalogue';

@Module({
  imports: [TypeOrmModule.forFeature([Authentication]), AccountsModule],
  controllers: [SocialController],
  providers: [ConnectionsService, RegistrationService, SignedRequests],
  exports: [SignedRequests],
})
@InCatalogue(authenticationsInCatalogue)
export class SocialModule {}
