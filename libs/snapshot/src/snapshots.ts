import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** How values are loaded and how long they are cached. */
export interface SnapshotsOptions<K extends string | number, V extends object> {
  /** Reads the current value of a key from its source. Null if there is none, which is not cached. */
  load(key: K): Promise<V | null>;
  /** Approximate bytes of a value; at least 1. */
  sizeOf(value: V): number;
  /** Maximum bytes of all cached values; the least recently used one is dropped first. */
  maxBytes: number;
  /** Milliseconds after which a value is loaded again even without a reported change. */
  maxAge: number;
  /** Milliseconds after the loss of the connection for which {@link Snapshots.lastKnown} returns values. Default 0: never. */
  maxStale?: number;
  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  monotonic?: () => number;
}

/** A value in memory. */
interface Kept<V> {
  readonly value: V;
  /** False if {@link Snapshots.peek} must not serve it: it may be outdated, or a reader may have seen newer data. */
  isCurrent: boolean;
}

/** A load in progress, or one that waits for the load before it. */
interface Load<V> {
  /** Infinity until it begins. */
  beganAt: number;
  /** A change was reported since it began. */
  isOutdated: boolean;
  /** Settles when the load ends. */
  loading: Promise<V | null>;
  /** The result for its callers. */
  value: Promise<V | null>;
  /** The next load, if it began although this one had not ended. */
  overtakenBy?: Load<V>;
}

/**
 * Milliseconds for which later calls share a load while changes are not reported; their data can be that old. While changes are
 * reported, calls share a load until a change.
 */
const SHARED_UNTRUSTED = 250;

/** Reads a value even if it is older than `maxAge`. */
const EXPIRED_TOO = { allowStale: true } as const;

/** Milliseconds that a load waits for the load before it. */
const TIMEOUT = 1000;

/**
 * Caches values that change seldom and are read often. A change reported by their source invalidates them.
 *
 * A served value is never older than the last report: a value whose load began before a report is not cached after it. Without a
 * trusted connection ({@link trustUntil}, {@link startTrust}) nothing is served from memory, and every call loads the value. Loads
 * of a key run one after the other, so that later loads never return older data. The only exception is {@link lastKnown}, for
 * callers that accept outdated values while the source cannot be reached.
 */
export class Snapshots<K extends string | number, V extends object> {
  private readonly kept: LRUCache<K, Kept<V>>;
  private readonly loads = new Map<K, Load<V>>();
  private readonly monotonic: () => number;
  private readonly maxStale: number;
  private trustedUntil = -Infinity;
  /** Whether there is no connection: between {@link stopTrust} and {@link startTrust}. */
  private isLost = true;
  /** Events since the start. */
  private readonly events = { hits: 0, loads: 0, failedLoads: 0, invalidations: 0 };

  constructor(private readonly options: SnapshotsOptions<K, V>) {
    this.monotonic = options.monotonic ?? (() => performance.now());
    this.maxStale = options.maxStale ?? 0;
    this.kept = new LRUCache<K, Kept<V>>({
      maxSize: options.maxBytes,
      sizeCalculation: ({ value }) => Math.max(1, Math.ceil(options.sizeOf(value))),
      ttl: options.maxAge,
      ttlResolution: 0,
      noDeleteOnStaleGet: this.maxStale > 0,
      perf: { now: this.monotonic },
    });
  }

  /** The cached value if it may be served now; undefined otherwise. */
  peek(key: K): V | undefined {
    if (!this.isTrusted) return undefined;
    const kept = this.kept.get(key);
    if (!kept?.isCurrent) return undefined;
    this.events.hits += 1;
    return kept.value;
  }

  /**
   * The value that was in memory when the connection was lost, or one that was loaded since. Undefined if there is none, if a
   * change of it was reported, if the connection works, or if it was lost more than `maxStale` milliseconds ago. The value may be
   * outdated, so a caller must first make sure that the source cannot be reached. {@link SnapshotsOptions.maxAge} is
   * ignored.
   */
  lastKnown(key: K): V | undefined {
    if (this.isTrusted || this.untrustedFor >= this.maxStale) return undefined;
    return this.kept.get(key, EXPIRED_TOO)?.value;
  }

  /**
   * The value of a key: from memory, or from a load that concurrent calls share. Null if the source has none.
   * @throws the error of `load`, for all calls that share it; the next call tries again
   */
  get(key: K): V | Promise<V | null> {
    return this.peek(key) ?? this.read(key);
  }

  /** The source reports a change of a key. Invalidates its cached value and its loads in progress. */
  drop(key: K): void {
    this.events.invalidations += 1;
    this.kept.delete(key);
    outdate(this.loads.get(key));
  }

  /** Invalidates all keys. */
  dropAll(): void {
    this.kept.clear();
    this.loads.forEach(outdate);
  }

  /** Changes are reported from now on, until {@link stopTrust}. Invalidates everything loaded before. */
  startTrust(until: number): void {
    this.dropAll();
    this.isLost = false;
    this.trustedUntil = until;
  }

  /** The connection works. It is trusted until this time of the monotonic clock. */
  trustUntil(until: number): void {
    if (!this.isLost && until > this.trustedUntil) this.trustedUntil = until;
  }

  /** The connection is lost, so changes may be missed. */
  stopTrust(): void {
    this.isLost = true;
    this.trustedUntil = Math.min(this.trustedUntil, this.monotonic());
    if (this.maxStale === 0) this.dropAll();
  }

  /** The number of cached values and their approximate bytes. */
  get usage(): { entries: number; bytes: number } {
    return { entries: this.kept.size, bytes: this.kept.calculatedSize };
  }

  /** The numbers of hits, loads, failed loads and reported changes since the start. */
  get activity(): Readonly<typeof this.events> {
    return this.events;
  }

  /** Whether changes are reported, so that values may be served from memory. */
  get isTrusted(): boolean {
    return this.monotonic() < this.trustedUntil;
  }

  /** Milliseconds since the connection could last be trusted; 0 or less while it can, Infinity if it never could. */
  get untrustedFor(): number {
    return this.monotonic() - this.trustedUntil;
  }

  private read(key: K): Promise<V | null> {
    // The value cached before the connection was lost is older than this load's.
    this.demote(key);
    const current = this.loads.get(key);
    return (current && this.canShare(current) ? current : this.startLoad(key, current)).value;
  }

  private canShare({ isOutdated, beganAt }: Load<V>): boolean {
    return !isOutdated && (this.isTrusted || this.monotonic() - beganAt < SHARED_UNTRUSTED);
  }

  private startLoad(key: K, previous: Load<V> | undefined): Load<V> {
    const begin = (): Promise<V | null> => {
      load.beganAt = this.monotonic();
      this.events.loads += 1;
      return this.options.load(key);
    };
    const load = { beganAt: Infinity, isOutdated: false } as Load<V>;
    this.loads.set(key, load);
    load.loading = previous ? endOf(previous, load).then(begin) : begin();
    load.value = load.loading.then((value) => load.overtakenBy?.value ?? value);
    void load.loading.then(
      (value) => this.finish(key, load, value),
      () => {
        this.events.failedLoads += 1;
        this.end(key, load);
      },
    );
    return load;
  }

  /** Caches a loaded value, unless a change was reported meanwhile. */
  private finish(key: K, load: Load<V>, value: V | null): void {
    const isLatest = this.end(key, load);
    // Its callers get the result of the load that overtook it.
    if (load.overtakenBy) return;
    const isCurrent = this.isTrusted;
    // What is in memory is older than this value, which its callers have seen. Changes are reported only to the latest load.
    if (value === null || !isLatest || load.isOutdated || !(isCurrent || this.keepsStale))
      this.kept.delete(key);
    else this.kept.set(key, { value, isCurrent });
  }

  /** Removes an ended load; false if a later load of the key was started. */
  private end(key: K, load: Load<V>): boolean {
    return this.loads.get(key) === load && this.loads.delete(key);
  }

  /** Makes a value available to {@link lastKnown} only. */
  private demote(key: K): void {
    const kept = this.keepsStale ? this.kept.get(key, EXPIRED_TOO) : undefined;
    if (kept) kept.isCurrent = false;
    else this.kept.delete(key);
  }

  /** Whether to keep values that are not current: never before the first connection. */
  private get keepsStale(): boolean {
    return this.maxStale > 0 && this.trustedUntil > -Infinity;
  }
}

/** Marks a load as outdated. A load that has not begun will see the change. */
function outdate(load: Load<unknown> | undefined): void {
  if (load && load.beganAt !== Infinity) load.isOutdated = true;
}

/** Resolves when a load has ended or hangs. If it hangs, its callers get the result of the next one. */
async function endOf<V>(previous: Load<V>, next: Load<V>): Promise<void> {
  const giveUp = new AbortController();
  const late = sleep(TIMEOUT, undefined, { signal: giveUp.signal }).then(
    () => void (previous.overtakenBy = next),
    () => undefined,
  );
  const ended = previous.loading.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([ended, late]);
  giveUp.abort();
}
