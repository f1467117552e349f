import type { Snapshots } from '#libs/snapshot';
import type { Metrics } from '#platform/metrics';

/** Exports the use of the cache of published content. */
export function exportSnapshots(
  snapshots: Pick<Snapshots<number, object>, 'activity' | 'usage' | 'isTrusted'>,
  metrics: Metrics,
): void {
  metrics.total(
    'fanclub_snapshot_hits_total',
    'Uses of published content that was in memory; an answer may use it several times',
    () => snapshots.activity.hits,
  );
  metrics.total(
    'fanclub_snapshot_loads_total',
    'Times that the published content of a fan club was read from the database',
    () => snapshots.activity.loads,
  );
  metrics.total(
    'fanclub_snapshot_load_failures_total',
    'Loads that failed',
    () => snapshots.activity.failedLoads,
  );
  metrics.total(
    'fanclub_snapshot_invalidations_total',
    'Reported changes of published content',
    () => snapshots.activity.invalidations,
  );
  metrics.gauge('fanclub_snapshots', 'Fan clubs in memory', () => snapshots.usage.entries);
  metrics.gauge('fanclub_snapshot_bytes', 'Approximate memory of them', () => snapshots.usage.bytes);
  metrics.gauge(
    'fanclub_listening',
    '1 while the database reports changes, so that memory is used',
    () => Number(snapshots.isTrusted),
    'min',
  );
}
