import { Global, Module } from '@nestjs/common';
import { OneTimeTokens } from './one-time-tokens';

/** Tokens for whichever domain mails a link. */
@Global()
@Module({ providers: [OneTimeTokens], exports: [OneTimeTokens] })
export class TokensModule {}
