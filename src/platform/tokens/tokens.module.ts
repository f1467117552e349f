import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OneTimeTokens } from './one-time-tokens';
import { TokenJobs } from './token.jobs';
import { OneTimeToken } from './one-time-token.entity';

/** Tokens for whichever domain mails a link. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OneTimeToken])],
  providers: [OneTimeTokens, TokenJobs],
  exports: [OneTimeTokens],
})
export class TokensModule {}
