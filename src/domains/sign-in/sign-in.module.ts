import { Module } from '@nestjs/common';
import { AccountsModule } from '#domains/accounts';
import { SessionsModule } from '#domains/sessions';
import { SocialModule } from '#domains/social';
import { OpenIdClients } from './openid-clients';
import { SealedSteps } from './sealed-steps';
import { SignInService } from './sign-in.service';
import { ProviderTestsService } from './staff/provider-tests.service';
import { StaffProviderTestsController } from './staff/provider-tests.controller';

/** Log-in with accounts at other services, by OpenID Connect. */
@Module({
  imports: [AccountsModule, SessionsModule, SocialModule],
  controllers: [StaffProviderTestsController],
  providers: [OpenIdClients, ProviderTestsService, SealedSteps, SignInService],
  exports: [SealedSteps, SignInService],
})
export class SignInModule {}
