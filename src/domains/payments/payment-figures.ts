import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Figures, statement, types } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { PAYMENT_STATES, type PaymentState } from './payment.entity';
import { PROBLEM_KINDS, PROBLEMS_BY_KIND, problemsBefore } from './problems/problems.queries';

/** Seconds between two counts, because one of them reads the whole table. */
const MAX_AGE = 60;

/** The payments of all fan clubs by state. */
export const PAYMENTS_BY_STATE = statement('payments.by_state', {
  row: { state: types.textOf<PaymentState>(), count: types.bigint },
  text: `SELECT state, count(*) AS count FROM payments GROUP BY state`,
});

/** The oldest payment without outcome, and the unprocessed events, of all fan clubs. Always one row. */
export const PAYMENT_WAITS = statement('payments.waits', {
  params: { now: types.timestamptz },
  row: {
    /** Age in seconds of the oldest payment without outcome. Open pages count after they expire. Null: none. */
    unknown: types.bigint.orNull,
    /** Age in seconds of the oldest unprocessed event. Null: none. */
    event: types.bigint.orNull,
    events: types.bigint,
  },
  text: `
    SELECT (SELECT extract(epoch FROM $now - min(created_at))::bigint FROM payments
            WHERE state IN ('created', 'pending', 'unknown') OR state = 'open' AND expires_at < $now) AS unknown,
           (SELECT extract(epoch FROM $now - min(received_at))::bigint FROM payment_events
            WHERE processed_at IS NULL) AS event,
           (SELECT count(*) FROM payment_events WHERE processed_at IS NULL) AS events`,
});

/** When the last event of each account that takes payments arrived. */
export const LAST_EVENTS = statement('payments.last_events', {
  row: { id: types.bigint, lastEventAt: types.timestamptz.neverNullHere },
  text: `
    SELECT id, last_event_at AS "lastEventAt" FROM payment_accounts WHERE enabled AND last_event_at IS NOT NULL ORDER BY id`,
});

/** Exports the state of payments. Every process exports the same values. */
@Injectable()
export class PaymentFigures {
  constructor(clock: Clock, figures: Figures, metrics: Metrics) {
    const none = () => ({});
    const byState = figures.of(PAYMENTS_BY_STATE, none, MAX_AGE);
    const waits = figures.of(PAYMENT_WAITS, () => ({ now: clock.now() }), MAX_AGE);
    const lastEvents = figures.of(LAST_EVENTS, none, MAX_AGE);
    const problems = figures.of(PROBLEMS_BY_KIND, () => ({ before: problemsBefore(clock.now()) }), MAX_AGE);
    metrics.gauge(
      'fanclub_payments',
      'Payments of all fan clubs by state. Counted once a minute',
      async () => {
        const counts = new Map((await byState()).map(({ state, count }) => [state, count]));
        return PAYMENT_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }));
      },
      'max',
    );
    metrics.gauge(
      'fanclub_payment_problems',
      'What needs attention in the payments of all fan clubs, by kind. Counted once a minute',
      async () => {
        const counts = new Map((await problems()).map(({ kind, count }) => [kind, count]));
        return PROBLEM_KINDS.map((kind) => ({ labels: { kind }, value: counts.get(kind) ?? 0 }));
      },
      'max',
    );
    const ofWaits = (name: `fanclub_${string}`, help: string, valueOf: (row: Waits) => number): void =>
      metrics.gauge(name, `${help}. Counted once a minute`, async () => valueOf((await waits())[0]), 'max');
    ofWaits(
      'fanclub_payment_oldest_unknown_seconds',
      'Age of the oldest payment whose outcome is not known; 0 if there is none',
      ({ unknown }) => unknown ?? 0,
    );
    ofWaits(
      'fanclub_payment_oldest_event_seconds',
      'Time since the oldest event of a payment provider arrived that was not processed; 0 if there is none',
      ({ event }) => event ?? 0,
    );
    ofWaits(
      'fanclub_payment_events_waiting',
      'Events of payment providers that were not processed',
      ({ events }) => events,
    );
    metrics.gauge(
      'fanclub_payment_last_event_timestamp_seconds',
      'When the last event of an account that takes payments arrived, by the id of the account',
      async () =>
        (await lastEvents()).map(({ id, lastEventAt }) => ({
          labels: { account: String(id) },
          value: lastEventAt.getTime() / 1000,
        })),
      'max',
    );
  }
}

/** A row of {@link PAYMENT_WAITS}. */
interface Waits {
  readonly unknown: number | null;
  readonly event: number | null;
  readonly events: number;
}
