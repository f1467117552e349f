import { Injectable } from '@nestjs/common';
import type { Client, Provider } from 'oidc-provider';
import { Clock, secondsAfter } from '#libs/clock';
import { Config } from '#platform/config';
import { isHeld, type RowOf } from '#platform/database';
import type { JobRun } from '#platform/jobs';
import { DELETE_LOG_IN, END_OVER, LIST_DUE_APPLICATIONS, TAKE_ENDED } from './log-ins.queries';
import { OpenidProviders } from './openid-providers';

/** Seconds between the tries to send a log-out to an application; then none. */
const PAUSES = [60, 300, 1_800, 7_200, 28_800];

/** How many log-ins are ended by one statement. */
const BATCH = 1_000;

/** How many applications are served at the same time. */
const APPLICATIONS_AT_ONCE = 10;

/** How many log-outs are sent to one application at the same time. */
const AT_ONCE = 10;

/** Milliseconds after which a run sends no more to one application. */
const LONGEST_OF_APPLICATION = 10_000;

/** Milliseconds after which a run sends no more: a request takes at most 2.5 seconds, and the next run begins after a minute. */
const LONGEST = 45_000;

type Due = RowOf<typeof LIST_DUE_APPLICATIONS>;
type Ended = RowOf<typeof TAKE_ENDED>;

/** `refused`: the application has answered, but not that it is done. */
type Outcome = 'sent' | 'refused' | 'silent';

/** Reports the end of log-ins to applications (OpenID Connect Back-Channel Logout). */
@Injectable()
export class BackChannelLogOuts {
  constructor(
    private readonly providers: OpenidProviders,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Sends what is due, each application apart. One that does not answer gets one batch, and comes last in the next runs, so it occupies
   * no place that another one needs.
   *
   * @returns how many log-outs were sent
   * @throws the last error of a statement, after all applications had their turn
   */
  async send(run: JobRun): Promise<number> {
    const until = performance.now() + LONGEST;
    const now = this.clock.now();
    const seenAfter = secondsAfter(now, -this.config.session.idleLifetime);
    // What is left after half of the time is ended by the next run.
    const endsUntil = until - LONGEST / 2;
    while (
      !run.signal.aborted &&
      performance.now() < endsUntil &&
      (await run.db.run(END_OVER, { now, seenAfter, limit: BATCH })) === BATCH
    );
    const due = (await run.db.rows(LIST_DUE_APPLICATIONS, { now })).values();
    let sent = 0;
    let failure: Error | undefined;
    const lane = async (): Promise<void> => {
      for (const application of due) {
        try {
          const count = await this.sendTo(run, application, until);
          sent += count;
        } catch (error) {
          // A fan club that moves to another cell is served there.
          if (!isHeld(error)) failure = error as Error;
        }
      }
    };
    await Promise.all(Array.from({ length: APPLICATIONS_AT_ONCE }, lane));
    if (failure) throw failure;
    return sent;
  }

  private async sendTo(
    run: JobRun,
    { fanclubId: fanclub, clientId }: Due,
    untilOfRun: number,
  ): Promise<number> {
    const until = Math.min(untilOfRun, performance.now() + LONGEST_OF_APPLICATION);
    let sent = 0;
    while (!run.signal.aborted && performance.now() < until) {
      const taken = { fanclub, clientId, now: this.clock.now(), pauses: PAUSES, limit: AT_ONCE };
      const ended = await run.db.rows(TAKE_ENDED, taken);
      const outcomes = await Promise.all(ended.map((one) => this.sendOne(run, { fanclub, clientId }, one)));
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
      if (ended.length < AT_ONCE || outcomes.includes('silent')) break;
    }
    return sent;
  }

  private async sendOne(
    { db, log }: JobRun,
    { fanclub, clientId }: { fanclub: number; clientId: string },
    { id, customerId, sid, attempts, logOutUrl }: Ended,
  ): Promise<Outcome> {
    try {
      const provider = await this.providers.of({ id: fanclub });
      const client =
        logOutUrl === null
          ? await provider.Client.find(clientId)
          : deletedClient(provider, clientId, logOutUrl);
      if (client?.backchannelLogoutUri) await sendLogOut(client, String(customerId), sid);
      await db.run(DELETE_LOG_IN, { fanclub, logIn: id, attempts });
      return 'sent';
    } catch (error) {
      // The message could quote the address, which staff may have put a secret in.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn({ fanclub, logIn: id, attempts, reason }, 'log-out not sent to an application');
      return error instanceof Error && 'response' in error ? 'refused' : 'silent';
    }
  }
}

/** An application that was deleted: it can do nothing but get log-outs. */
function deletedClient({ Client: Model }: Provider, clientId: string, logOutUrl: string): Client {
  const metadata = {
    client_id: clientId,
    token_endpoint_auth_method: 'none',
    grant_types: [],
    response_types: [],
    redirect_uris: [],
    backchannel_logout_uri: logOutUrl,
    backchannel_logout_session_required: true,
  };
  return new (Model as unknown as new (values: object) => Client)(metadata);
}

/** A method of the library that its types leave out. */
const sendLogOut = (client: Client, sub: string, sid: string): Promise<void> =>
  (client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }).backchannelLogout(
    sub,
    sid,
  );
