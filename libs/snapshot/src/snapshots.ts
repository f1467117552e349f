import { setTimeout as sleep } from 'node:timers/promises';
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

/** A load under way, or one that waits for the one before it to end. */
interface Flight<V> {
  /** Infinity until it begins. */
  beganAt: number;
  /** A change was reported since it began. */
  isOutdated: boolean;
  /** Settles when the load ends. */
  loading: Promise<V | null>;
  /** What those get who wait for it. */
  value: Promise<V | null>;
  /** One that began although this one had not ended. */
  overtakenBy?: Flight<V>;
}

/**
 * Milliseconds for which a load may be joined by others while nothing reports changes: as long may what they get be out of
 * date. While changes are reported, a load is joined until one is.
 */
const JOINABLE_UNTRUSTED = 250;

/** Milliseconds that a load waits for the one before it. */
const PATIENCE = 1000;

/**
 * Values that change seldom and are read often, kept in memory as they were read whole, and dropped when their source reports
 * a change.
 *
 * What is served is never older than the last report: a value whose load began before a report is not kept after it. Without
 * a live report line ({@link trustUntil}, {@link startTrust}) nothing is served from memory; every value is then read anew.
 * Nor does it go back: loads of a key begin one after the other has ended, so that none tells less than one before it.
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
    outdate(this.flights.get(key));
  }

  /** The source reports that anything may have changed. */
  dropAll(): void {
    this.kept.clear();
    this.flights.forEach(outdate);
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
    // What was kept before the line fell silent is older than what is read now.
    this.kept.delete(key);
    const underWay = this.flights.get(key);
    return (underWay && this.mayBeJoined(underWay) ? underWay : this.takeOff(key, underWay)).value;
  }

  private mayBeJoined({ isOutdated, beganAt }: Flight<V>): boolean {
    return !isOutdated && (this.isTrusted || this.monotonic() - beganAt < JOINABLE_UNTRUSTED);
  }

  private takeOff(key: K, previous: Flight<V> | undefined): Flight<V> {
    const load = (): Promise<V | null> => {
      flight.beganAt = this.monotonic();
      return this.options.load(key);
    };
    const flight = { beganAt: Infinity, isOutdated: false } as Flight<V>;
    this.flights.set(key, flight);
    flight.loading = previous ? endOf(previous, flight).then(load) : load();
    flight.value = flight.loading.then((value) => flight.overtakenBy?.value ?? value);
    void flight.loading.then(
      (value) => this.land(key, flight, value),
      () => this.land(key, flight, null),
    );
    return flight;
  }

  /** Keeps what was loaded, unless a change was reported meanwhile. */
  private land(key: K, flight: Flight<V>, value: V | null): void {
    if (this.flights.get(key) !== flight) return;
    this.flights.delete(key);
    if (value !== null && !flight.isOutdated && this.isTrusted) this.kept.set(key, value);
  }
}

/** What has not begun will see the change. */
function outdate(flight: Flight<unknown> | undefined): void {
  if (flight && flight.beganAt !== Infinity) flight.isOutdated = true;
}

/** Resolves when a load has ended, or hangs: then those who wait for it get what the next one gives. */
async function endOf<V>(previous: Flight<V>, next: Flight<V>): Promise<void> {
  const giveUp = new AbortController();
  const late = sleep(PATIENCE, undefined, { signal: giveUp.signal }).then(
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
