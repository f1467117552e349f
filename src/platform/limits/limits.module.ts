import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GuardedPasswords } from './guarded-passwords';
import { LimitsService } from './limits.service';
import { RateLimitJobs } from './rate-limit.jobs';
import { SignUps } from './sign-ups';
import { SlowestHash } from './slowest-hash';
import { RateLimit } from './rate-limit.entity';

/** Rate limits, counted in the database. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RateLimit])],
  providers: [LimitsService, GuardedPasswords, RateLimitJobs, SignUps, SlowestHash],
  exports: [LimitsService, GuardedPasswords, SignUps],
})
export class LimitsModule {}
