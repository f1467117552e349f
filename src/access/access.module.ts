import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SessionCookies } from '#libs/session';
import { Config } from '../config';
import { AccessDirectory } from './access.directory';
import { AccessGuard } from './access.guard';
import { OriginGate } from './origin-gate';
import { SessionKeeper } from './session-keeper';

/** Who is asking, on every route. */
@Global()
@Module({
  providers: [
    AccessDirectory,
    OriginGate,
    SessionKeeper,
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: SessionCookies,
      inject: [Config],
      useFactory: ({ session, publicUrl }: Config) =>
        new SessionCookies({
          prefix: 'fanclub_session',
          mode: session.cookieMode,
          secure: publicUrl.startsWith('https:'),
        }),
    },
  ],
  exports: [SessionCookies, SessionKeeper],
})
export class AccessModule {}
