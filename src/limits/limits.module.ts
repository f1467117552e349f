import { Global, Module } from '@nestjs/common';
import { GuardedPasswords } from './guarded-passwords';
import { Limits } from './limits.service';

/** How often things may happen. */
@Global()
@Module({ providers: [Limits, GuardedPasswords], exports: [Limits, GuardedPasswords] })
export class LimitsModule {}
