import { type OnApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ChangeListener } from '#libs/snapshot';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { Published } from './published';
import { CHANNEL, NOTIFY } from './published.queries';

/** The payload of a notification that concerns all fan clubs. */
const ALL = '*';

/** The `application_name` of the connection that listens. Every server has one. */
export const LISTENER_NAME = 'fanclub-listener';

/** Listens for changes of published content in the database, and invalidates it in {@link Published}. */
@Injectable()
export class PublishedChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Published');
  private readonly listener: ChangeListener;
  /** When the listening connection proved last that it works, in milliseconds of `performance.now`. */
  private provenAt = performance.now();
  private isStopping = false;

  constructor({ snapshots }: Published, { database }: Config, sql: Sql, metrics: Metrics) {
    metrics.gauge(
      'fanclub_listening_age_seconds',
      'Time since the listening connection proved last that it works; since the start if it never did',
      () => (performance.now() - this.provenAt) / 1000,
      'max',
    );
    const suspect = (): void => {
      if (!this.isStopping) void sql.suspect();
    };
    this.listener = new ChangeListener({
      connection: {
        connectionString: database.listenUrl,
        application_name: LISTENER_NAME,
        keepAlive: true,
      },
      channel: CHANNEL,
      notify: (payload) => sql.rows(NOTIFY, { payload }),
      receiver: {
        startTrust: (until) => {
          this.provenAt = performance.now();
          snapshots.startTrust(until);
        },
        trustUntil: (until) => {
          this.provenAt = performance.now();
          snapshots.trustUntil(until);
        },
        stopTrust: () => {
          snapshots.stopTrust();
          // Perhaps not only this connection is lost.
          suspect();
        },
        changed: (payload) => (payload === ALL ? snapshots.dropAll() : snapshots.drop(Number(payload))),
      },
      onSilence: suspect,
      onLoss: (error) =>
        this.log.warn(`not listening for changes, so nothing is served from memory: ${error.message}`),
      onListening: (again) =>
        again ? this.log.warn('listening for changes again') : this.log.log('listening for changes'),
    });
  }

  onApplicationBootstrap(): void {
    this.listener.start();
  }

  onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.listener.stop();
  }
}
