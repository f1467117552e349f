import { LRUCache } from 'lru-cache';

/** How snapshots are made and how long they are kept. */
export interface SnapshotsOptions<K extends string | number, V extends object> {
  /** Reads what belongs to a key from its source, as it is now. Null where there is nothing; that is not kept. */
  load(key: K): Promise<V | null>;
  /** Bytes that a value occupies, about; at least 1. */
  sizeOf(value: V): number;
  /** Bytes that all kept values may occupy; the one used longest ago goes first. */
  maxBytes: number;
  /** Milliseconds after which a value is read again, whether or not anything was reported. */
  maxAge: number;
  /** Milliseconds of some clock that never goes back. Default: `performance.now`. */
  monotonic?: () => number;
}

/** A load under way. */
interface Flight<V> {
  readonly startedAt: number;
  readonly value: Promise<V | null>;
}

/**
 * Milliseconds for which a load may be joined by others while nothing reports changes: as long may what they get be out of
 * date. While changes are reported, a load is joined until one is.
 */
const JOINABLE_UNTRUSTED = 250;

/**
 * Values that change seldom and are read often, kept in memory as they were read whole, and dropped when their source reports
 * a change.
 *
 * What is served is never older than the last report: a value whose load began before a report is not kept after it. Without
 * a live report line ({@link trustUntil}, {@link startTrust}) nothing is served from memory; every value is then read anew.
 */
export class Snapshots<K extends string | number, V extends object> {
  private readonly kept: LRUCache<K, V>;
  private readonly flights = new Map<K, Flight<V>>();
  private readonly monotonic: () => number;
  private trustedUntil = -Infinity;

  constructor(private readonly options: SnapshotsOptions<K, V>) {
    this.monotonic = options.monotonic ?? (() => performance.now());
    this.kept = new LRUCache<K, V>({
      maxSize: options.maxBytes,
      sizeCalculation: (value) => Math.max(1, Math.ceil(options.sizeOf(value))),
      ttl: options.maxAge,
      ttlResolution: 0,
      perf: { now: this.monotonic },
    });
  }

  /** The value in memory, if it may be served now; undefined otherwise. */
  peek(key: K): V | undefined {
    return this.isTrusted ? this.kept.get(key) : undefined;
  }

  /**
   * The value of a key: from memory, or read now, by one load for all who ask meanwhile. Null where the source has nothing.
   * @throws what `load` throws, to all who waited for it; the next call tries again
   */
  get(key: K): V | Promise<V | null> {
    return this.peek(key) ?? this.read(key);
  }

  /** The source reports a change of what belongs to a key: kept values and loads under way are out of date. */
  drop(key: K): void {
    this.kept.delete(key);
    this.flights.delete(key);
  }

  /** The source reports that anything may have changed. */
  dropAll(): void {
    this.kept.clear();
    this.flights.clear();
  }

  /** From now on changes are reported, until {@link stopTrust}; what was read before is forgotten. */
  startTrust(until: number): void {
    this.dropAll();
    this.trustedUntil = until;
  }

  /** The report line has shown to be alive: up to this instant of the monotonic clock it may be believed. */
  trustUntil(until: number): void {
    if (until > this.trustedUntil) this.trustedUntil = until;
  }

  /** The report line is gone: changes may have been missed. */
  stopTrust(): void {
    this.trustedUntil = -Infinity;
    this.dropAll();
  }

  /** How many values are kept, and about how many bytes they occupy. */
  get usage(): { entries: number; bytes: number } {
    return { entries: this.kept.size, bytes: this.kept.calculatedSize };
  }

  /** Whether changes are reported, so that values may be served from memory. */
  get isTrusted(): boolean {
    return this.monotonic() < this.trustedUntil;
  }

  private read(key: K): Promise<V | null> {
    const now = this.monotonic();
    const underWay = this.flights.get(key);
    if (underWay && (this.isTrusted || now - underWay.startedAt < JOINABLE_UNTRUSTED)) return underWay.value;
    const loading = this.options.load(key);
    const flight: Flight<V> = { startedAt: now, value: loading };
    this.flights.set(key, flight);
    void loading.then(
      (value) => this.land(key, flight, value),
      () => this.land(key, flight, null),
    );
    return loading;
  }

  /** Keeps what was loaded, unless a change was reported meanwhile: then the flight is no longer the registered one. */
  private land(key: K, flight: Flight<V>, value: V | null): void {
    if (this.flights.get(key) !== flight) return;
    this.flights.delete(key);
    if (value !== null && this.isTrusted) this.kept.set(key, value);
  }
}
