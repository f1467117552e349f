import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SessionCookies } from '#libs/session';
import { Config } from '#platform/config';
import { AccessDirectory } from './access.directory';
import { AccessGuard } from './access.guard';
import { cookieOptions } from './cookie-options';
import { OriginGate } from './origin-gate';
import { RecentWrites } from './recent-writes';
import { SessionKeeper } from './session-keeper';

/** Who is asking, on every route. */
@Global()
@Module({
  providers: [
    AccessDirectory,
    OriginGate,
    RecentWrites,
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
