import { type OnApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { fingerprint } from '#libs/sealed';
import { ChangeListener } from '#libs/snapshot';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { Published } from './published';
import { CHANNEL, NOTIFY } from './published.queries';

/** The payload of a notification that concerns all fan clubs. */
const ALL = '*';

/** Receives notifications of another kind than published content: see {@link PublishedChanges.on}. */
export interface ChangeReceiver {
  /** @param payload without the kind */
  changed(payload: string): void;
  /** Notifications before this may have been missed. */
  startTrust(): void;
}

/** The beginning of the `application_name` of the connection that listens. Every server and worker has one. */
export const LISTENER_PREFIX = 'fanclub-listener ';

/** The `application_name` of a process with these keys. Other processes see by it whether they have the same. */
export const listenerName = ({
  encryptionKeys,
  session,
}: Pick<Config, 'encryptionKeys' | 'session'>): string =>
  `${LISTENER_PREFIX}${fingerprint(encryptionKeys)} ${fingerprint(session.keys)}`;

/** Listens for changes of published content in the database, and invalidates it in {@link Published}. */
@Injectable()
export class PublishedChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Published');
  private readonly listener: ChangeListener;
  /** When the listening connection was last known to work, in milliseconds of `performance.now`. */
  private provenAt = performance.now();
  private isStopping = false;
  private readonly receivers = new Map<string, ChangeReceiver>();

  constructor({ snapshots }: Published, config: Config, sql: Sql, metrics: Metrics) {
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
        connectionString: config.database.listenUrl,
        application_name: listenerName(config),
        keepAlive: true,
      },
      channel: CHANNEL,
      notify: (payload) => sql.rows(NOTIFY, { payload }),
      receiver: {
        startTrust: (until) => {
          this.provenAt = performance.now();
          snapshots.startTrust(until);
          for (const receiver of this.receivers.values()) receiver.startTrust();
        },
        trustUntil: (until) => {
          this.provenAt = performance.now();
          snapshots.trustUntil(until);
        },
        stopTrust: () => {
          snapshots.stopTrust();
          // The whole database may be away.
          suspect();
        },
        changed: (payload) => {
          const [kind, rest] = payload.split(' ', 2);
          if (rest !== undefined) this.receivers.get(kind)?.changed(rest);
          else if (payload === ALL) snapshots.dropAll();
          else snapshots.drop(Number(payload));
        },
      },
      onSilence: suspect,
      onLoss: (error) =>
        this.log.warn(`not listening for changes, so nothing is served from memory: ${error.message}`),
      onListening: (again) =>
        again ? this.log.warn('listening for changes again') : this.log.log('listening for changes'),
    });
  }

  /** Reports the notifications `<kind> <payload>` to a receiver. Must be called before the start. */
  on(kind: string, receiver: ChangeReceiver): void {
    this.receivers.set(kind, receiver);
  }

  onApplicationBootstrap(): void {
    this.listener.start();
  }

  onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.listener.stop();
  }
}
