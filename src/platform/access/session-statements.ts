import { Injectable } from '@nestjs/common';
import { secondsAfter } from '#libs/clock';
import { Config } from '#platform/config';
import { Sql, type TypedStatement, type ValuesOf } from '#platform/database';
import { AccessDirectory } from './access.directory';
import type { sessionParams, sessionRow } from './live-session';
import { RecentWrites } from './recent-writes';
import { SessionKeeper } from './session-keeper';
import type { ClaimedViewer } from './viewer';
import { Visits } from './visits';

type SessionParams = typeof sessionParams;
type SessionRow = typeof sessionRow;

/** Sends the statements of handlers that are declared with `@CustomerByStatement()`. */
@Injectable()
export class SessionStatements {
  constructor(
    private readonly sql: Sql,
    private readonly config: Config,
    private readonly directory: AccessDirectory,
    private readonly keeper: SessionKeeper,
    private readonly writes: RecentWrites,
    private readonly visits: Visits,
  ) {}

  /**
   * Sends a write that finds the customer by {@link LIVE_SESSION} and selects {@link SESSION_COLUMNS}. Returns its row. The session's
   * cookie, its last use and the kept visits are treated as the access guard treats them.
   *
   * @throws the failure that the handler's declaration has for visitors who are not logged in
   */
  async first<P extends SessionParams, R extends SessionRow>(
    { fanclub, claim: { tokenHash, refusal, request, reply } }: ClaimedViewer,
    statement: TypedStatement<P, R>,
    values: Omit<ValuesOf<P>, 'fanclub' | 'tokenHash' | 'seenAfter'> & { readonly now: Date },
  ): Promise<ValuesOf<R>> {
    const seenAfter = secondsAfter(values.now, -this.config.session.idleLifetime);
    const session = { fanclub: fanclub.id, tokenHash, seenAfter };
    const row = await this.sql
      .first(statement, { ...values, ...session } as unknown as ValuesOf<P>)
      .catch((error: unknown) => {
        // It may have written. The customer is unknown, so other browsers may show that a moment later.
        this.writes.mark(reply, true);
        throw error;
      });
    if (!row) {
      this.keeper.clearInvalidCookie(request, reply, fanclub.id);
      throw new refusal();
    }
    this.writes.mark(reply, true);
    this.visits.drop(fanclub.id, row.customerId);
    this.keeper.renewCookie(request, reply, fanclub.id);
    // The write is committed, so it is answered even if this fails.
    await this.directory
      .touch(fanclub, row, values.now)
      .catch((error: unknown) => request.log.warn({ err: error }, 'last use of a session not recorded'));
    if (!row.isLoggedIn) throw new refusal();
    return row;
  }
}
