import { Global, Module } from '@nestjs/common';
import { GuardedPasswords } from './guarded-passwords';
import { Limits } from './limits.service';
import { SignUps } from './sign-ups';
import { SlowestHash } from './slowest-hash';

/** How often things may happen. */
@Global()
@Module({
  providers: [Limits, GuardedPasswords, SignUps, SlowestHash],
  exports: [Limits, GuardedPasswords, SignUps],
})
export class LimitsModule {}
