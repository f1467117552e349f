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
  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  monotonic?: () => number;
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

/** Milliseconds that a load waits for the load before it. */
const TIMEOUT = 1000;

/**
 * Caches values that change seldom and are read often. A change reported by their source invalidates them.
 *
 * A served value is never older than the last report: a value whose load began before a report is not cached after it. Without a
 * trusted connection ({@link trustUntil}, {@link startTrust}) nothing is served from memory, and every call loads the value. Loads
 * of a key run one after the other, so that later loads never return older data.
 */
export class Snapshots<K extends string | number, V extends object> {
  private readonly kept: LRUCache<K, V>;
  private readonly loads = new Map<K, Load<V>>();
  private readonly monotonic: () => number;
  private trustedUntil = -Infinity;
  /** Events since the start. */
  private readonly events = { hits: 0, loads: 0, failedLoads: 0, invalidations: 0 };

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

  /** The cached value if it may be served now; undefined otherwise. */
  peek(key: K): V | undefined {
    const value = this.isTrusted ? this.kept.get(key) : undefined;
    if (value !== undefined) this.events.hits += 1;
    return value;
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
    this.trustedUntil = until;
  }

  /** The connection works. It is trusted until this time of the monotonic clock. */
  trustUntil(until: number): void {
    if (until > this.trustedUntil) this.trustedUntil = until;
  }

  /** The connection is lost, so changes may be missed. */
  stopTrust(): void {
    this.trustedUntil = -Infinity;
    this.dropAll();
  }

  /** The number of cached values and their approximate bytes. */
  get usage(): { entries: number; bytes: number } {
    return { entries: this.kept.size, bytes: this.kept.calculatedSize };
  }

  /** How often a value was served from memory, loaded, loaded in vain, and reported as changed, since the start. */
  get activity(): Readonly<typeof this.events> {
    return this.events;
  }

  /** Whether changes are reported, so that values may be served from memory. */
  get isTrusted(): boolean {
    return this.monotonic() < this.trustedUntil;
  }

  private read(key: K): Promise<V | null> {
    // The value cached before the connection was lost is older than this load's.
    this.kept.delete(key);
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
        this.finish(key, load, null);
      },
    );
    return load;
  }

  /** Caches a loaded value, unless a change was reported meanwhile. */
  private finish(key: K, load: Load<V>, value: V | null): void {
    if (this.loads.get(key) !== load) return;
    this.loads.delete(key);
    if (value !== null && !load.isOutdated && this.isTrusted) this.kept.set(key, value);
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
