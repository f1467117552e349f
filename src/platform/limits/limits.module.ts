import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GuardedPasswords } from './guarded-passwords';
import { Limits } from './limits.service';
import { RateLimitJobs } from './rate-limit.jobs';
import { SignUps } from './sign-ups';
import { SlowestHash } from './slowest-hash';
import { RateLimit } from './rate-limit.entity';

/** Rate limits, counted in the database. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RateLimit])],
  providers: [Limits, GuardedPasswords, RateLimitJobs, SignUps, SlowestHash],
  exports: [Limits, GuardedPasswords, SignUps],
})
export class LimitsModule {}
