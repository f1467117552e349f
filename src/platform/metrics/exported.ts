import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { ExportedMetric } from './series';

let ofNode: Registry | undefined;

/** The metrics of Node.js: CPU, memory, garbage collection, event loop delay. Measured from the first call on, once per process. */
export function nodeMetrics(): Registry {
  if (!ofNode) {
    ofNode = new Registry();
    collectDefaultMetrics({ register: ofNode });
    // The maximum of all processes; the default, the average, would hide a slow one.
    Object.assign(ofNode.getSingleMetric('nodejs_eventloop_lag_p99_seconds') ?? {}, { aggregator: 'max' });
  }
  return ofNode;
}

/** The current values of a registry. */
export async function exportedBy(registry: Registry): Promise<readonly ExportedMetric[]> {
  // The library's types say that `type` is a number.
  return (await registry.getMetricsAsJSON()) as unknown as readonly ExportedMetric[];
}

/** The text that Prometheus reads. The values of several processes, as `Metrics.collect` returns them, are merged. */
export function prometheusText(processes: readonly (readonly ExportedMetric[])[]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}

/** The media type of {@link prometheusText}. */
export const PROMETHEUS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
