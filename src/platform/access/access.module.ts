import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SessionCookies } from '#libs/session';
import { Config } from '#platform/config';
import { AccessDirectory } from './access.directory';
import { AccessGuard } from './access.guard';
import { cookieOptions } from './cookie-options';
import { FanclubLookup } from './fanclub-lookup';
import { OriginCheck } from './origin-check';
import { RecentWrites } from './recent-writes';
import { SessionFigures } from './session-figures';
import { SessionKeeper } from './session-keeper';

/** Identifies the viewer of every request, and opens and ends sessions. */
@Global()
@Module({
  providers: [
    AccessDirectory,
    FanclubLookup,
    OriginCheck,
    RecentWrites,
    SessionFigures,
    SessionKeeper,
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: SessionCookies,
      inject: [Config],
      useFactory: (config: Config) => new SessionCookies(cookieOptions(config)),
    },
  ],
  exports: [SessionCookies, SessionKeeper],
})
export class AccessModule {}
