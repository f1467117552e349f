import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionCookies } from '#libs/session';
import { Config } from '#platform/config';
import { AccessDirectory } from './access.directory';
import { AccessGuard } from './access.guard';
import { FanclubLookup } from './fanclub-lookup';
import { HeldWrites } from './held-writes';
import { OriginCheck } from './origin-check';
import { RecentWrites } from './recent-writes';
import { HoldFigures } from './hold-figures';
import { SessionFigures } from './session-figures';
import { SessionJobs } from './session.jobs';
import { Session } from './session.entity';
import { cookieOptions, SessionKeeper } from './session-keeper';
import { SessionStatements } from './session-statements';
import { SessionTokens } from './session-tokens';
import { Visits } from './visits';

/** Identifies the viewer of every request, and opens and ends sessions. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Session])],
  providers: [
    AccessDirectory,
    FanclubLookup,
    HeldWrites,
    OriginCheck,
    RecentWrites,
    HoldFigures,
    SessionFigures,
    SessionJobs,
    SessionKeeper,
    SessionStatements,
    SessionTokens,
    Visits,
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: SessionCookies,
      inject: [Config],
      useFactory: (config: Config) => new SessionCookies(cookieOptions(config)),
    },
  ],
  exports: [RecentWrites, SessionCookies, SessionKeeper, SessionStatements, SessionTokens, Visits],
})
export class AccessModule {}
