import { Injectable } from '@nestjs/common';
import { Figures, statement, types } from '#platform/database';
import { Metrics } from '#platform/metrics';

/** Seconds between two counts, because they read the whole table. */
const MAX_AGE = 60;

/** The mails of the outbox by state. Reads the whole table, which has the mails of 30 days. */
export const MAIL_FIGURES = statement('mail.figures', {
  row: { waiting: types.bigint, sent: types.bigint, givenUp: types.bigint },
  text: `
    SELECT count(*) FILTER (WHERE sent_at IS NULL AND given_up_at IS NULL) AS waiting, count(sent_at) AS sent,
           count(given_up_at) AS "givenUp"
    FROM mails`,
});

/** Exports the state of the outbox. Every process exports the same values. */
@Injectable()
export class MailFigures {
  constructor(figures: Figures, metrics: Metrics) {
    const outbox = figures.of(MAIL_FIGURES, () => ({}), MAX_AGE);
    metrics.gauge(
      'fanclub_mails',
      'Mails of the outbox by state: waiting, sent, given_up. Counted once a minute',
      async () => {
        const [{ waiting, sent, givenUp }] = await outbox();
        return Object.entries({ waiting, sent, given_up: givenUp }).map(([state, value]) => ({
          labels: { state },
          value,
        }));
      },
      'max',
    );
  }
}
