export type { Count, Counter } from './counter';
export type { Duration, Durations } from './durations';
export { PROMETHEUS_TYPE, prometheusText } from './exported';
export { Metrics } from './metrics';
export { MergedMetrics } from './merged';
export type { ExportedMetric, Sample } from './series';
