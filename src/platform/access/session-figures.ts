import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { Config } from '#platform/config';
import { Figures, statement, types } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { liveSql } from './live-session';

/** Seconds between two counts, because they read the whole table. */
const MAX_AGE = 60;

/** The number of live sessions of all fan clubs. */
export const COUNT_SESSIONS = statement('access.count_sessions', {
  params: { now: types.timestamptz, seenAfter: types.timestamptz },
  row: { sessions: types.bigint },
  text: `SELECT count(*) AS sessions FROM sessions s WHERE ${liveSql('s')}`,
});

/** Exports the number of live sessions. Every process exports the same value. */
@Injectable()
export class SessionFigures {
  constructor(clock: Clock, config: Config, figures: Figures, metrics: Metrics) {
    const count = figures.of(
      COUNT_SESSIONS,
      () => {
        const now = clock.now();
        return { now, seenAfter: secondsAfter(now, -config.session.idleLifetime) };
      },
      MAX_AGE,
    );
    metrics.gauge(
      'fanclub_sessions',
      'Live sessions of all fan clubs. Counted once a minute',
      async () => (await count())[0].sessions,
      'max',
    );
  }
}
