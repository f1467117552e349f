import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, secondsAfter } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import { hashToken } from '#libs/token';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import type { LogIn } from './openid-request';
import { FIND_LOG_IN } from './records.queries';

/** Finds who is logged in on the hosted pages, and since when. */
@Injectable()
export class LogInLookup {
  constructor(
    private readonly sql: Sql,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Null: nobody who may log in at applications. */
  async of(request: FastifyRequest, fanclub: number): Promise<LogIn | null> {
    const token = this.cookies.read(request, fanclub);
    if (token === null) return null;
    const now = this.clock.now();
    const seenAfter = secondsAfter(now, -this.config.session.idleLifetime);
    return this.sql.first(FIND_LOG_IN, { fanclub, tokenHash: hashToken(token), now, seenAfter });
  }
}
