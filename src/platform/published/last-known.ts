import type { FanclubInfo } from './published.queries';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { Published } from './published';

/** Milliseconds between two checks whether serving has to end. */
const INTERVAL = 100;

/** The state of `LastKnown`, for the log and for metrics. */
export interface StaleFigures {
  /** Whether answers are made from content that may be outdated. */
  readonly isServing: boolean;
  /** Such answers since the start of the process. */
  readonly answers: number;
  /** Seconds since the listening connection could last be trusted; 0 while it can, null if it never could. */
  readonly lineLostSeconds: number | null;
}

/**
 * Published content for visitors without a session while the database is away (docs/decisions/0011). It is what was in memory when
 * the listening connection was lost. It is used only if a check of the database has failed too, and never after a change of it was
 * reported. It is served for `SERVE_STALE_SECONDS` after that loss.
 */
@Injectable()
export class LastKnown implements OnModuleDestroy {
  private readonly log = new Logger('Published');
  private readonly maximum: number;
  private answers = 0;
  private answersBefore = 0;
  private watch: NodeJS.Timeout | undefined;

  constructor(
    private readonly published: Published,
    private readonly sql: Sql,
    { snapshots }: Config,
    metrics: Metrics,
  ) {
    this.maximum = snapshots.maxStale;
    metrics.total(
      'fanclub_stale_answers_total',
      'Answers made from published content that may be outdated, because the database is away',
      () => this.answers,
    );
    metrics.gauge(
      'fanclub_stale_serving',
      '1 while such answers are made',
      () => Number(this.figures.isServing),
      'max',
    );
  }

  /** The fan club of this key, however old its content is; null unless the database is away. */
  byKey(key: string): FanclubInfo | null {
    return this.isAway ? (this.published.lastKnownByKey(key) ?? null) : null;
  }

  /** The same after a read of the fan club has failed: first finds out whether the database is away. */
  async byKeyAfterFailure(key: string): Promise<FanclubInfo | null> {
    if (this.published.snapshots.isTrusted) return null;
    await this.sql.suspect();
    return this.byKey(key);
  }

  /** Identifies the content of a fan club; null unless it may be served now. */
  version(fanclubId: number): number | null {
    return this.mayServe ? (this.published.lastKnown(fanclubId)?.version ?? null) : null;
  }

  /** Whether content may be served now: the database is away, and not for too long. */
  get mayServe(): boolean {
    return this.isAway && this.lostSeconds < this.maximum;
  }

  /** Records that an answer is made from such content. Returns the value of its header: see {@link STALE_HEADER}. */
  recordAnswer(): string {
    this.begin();
    this.answers += 1;
    return String(Math.floor(this.lostSeconds));
  }

  /** The current figures. Reading them changes nothing. */
  get figures(): StaleFigures {
    const { isTrusted } = this.published.snapshots;
    const lost = this.lostSeconds;
    return {
      isServing: this.watch !== undefined,
      answers: this.answers,
      lineLostSeconds: isTrusted ? 0 : lost === Infinity ? null : lost,
    };
  }

  onModuleDestroy(): void {
    clearInterval(this.watch);
  }

  private get isAway(): boolean {
    return this.sql.isAway && !this.published.snapshots.isTrusted;
  }

  private get lostSeconds(): number {
    return this.published.snapshots.untrustedFor / 1000;
  }

  private begin(): void {
    if (this.watch) return;
    this.answersBefore = this.answers;
    this.log.warn(
      `the database is away: visitors without a session get published content from memory, for ${this.maximum} seconds at most`,
    );
    this.watch = setInterval(() => this.endIfOver(), INTERVAL).unref();
  }

  private endIfOver(): void {
    if (this.mayServe) return;
    clearInterval(this.watch);
    this.watch = undefined;
    const reason = this.sql.isAway
      ? `the database is away for more than ${this.maximum} seconds: all requests that need it are refused`
      : 'the database is back: nothing outdated is served any more';
    this.log.warn(`${reason} (${this.answers - this.answersBefore} answers were made from memory)`);
  }
}

/** The header of answers that may be outdated: whole seconds since the listening connection could last be trusted. */
export const STALE_HEADER = 'x-fanclub-stale';
