import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OneTimeTokens } from './one-time-tokens';
import { SealedLinks } from './sealed-links';
import { TokenJobs } from './token.jobs';
import { OneTimeToken } from './one-time-token.entity';

/** Tokens for the domains that mail links. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OneTimeToken])],
  providers: [OneTimeTokens, SealedLinks, TokenJobs],
  exports: [OneTimeTokens, SealedLinks],
})
export class TokensModule {}
