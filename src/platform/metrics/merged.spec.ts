import { prometheusText } from './exported';
import { MergedMetrics } from './merged';
import { Metrics } from './metrics';
import type { ExportedMetric } from './series';

/** What a process exports that has counted so many events, and has so many open connections. */
async function process(events: number, connections: number): Promise<readonly ExportedMetric[]> {
  const metrics = new Metrics(false);
  metrics.counter('fanclub_events_total', 'Events', 'kind').of({ kind: 'a' }).inc(events);
  metrics.histogram('fanclub_wait_seconds', 'Waits').of({}).add(events);
  metrics
    .durations('fanclub_work_seconds', 'Work')
    .of({})
    .add(events * 1000);
  metrics.gauge('fanclub_connections', 'Connections', () => connections);
  return (await metrics.collect()).filter(({ name }) => name.startsWith('fanclub_'));
}

async function exported(merged: MergedMetrics, current: [number, readonly ExportedMetric[] | undefined][]) {
  const text = await prometheusText(await merged.with(new Map(current)));
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1],
    );
  return [
    value('fanclub_events_total{kind="a"}'),
    value('fanclub_wait_seconds_count'),
    value('fanclub_work_seconds_sum'),
    value('fanclub_connections'),
  ];
}

it('the metrics of processes are added up, and those of ended processes stay if they are counts', async () => {
  const merged = new MergedMetrics();
  expect(
    await exported(merged, [
      [1, await process(5, 10)],
      [2, await process(7, 20)],
    ]),
  ).toEqual([12, 2, 12, 30]);
  const successor = await process(1, 3);
  for (let time = 0; time < 2; time += 1)
    expect(
      await exported(merged, [
        [2, await process(8, 21)],
        [3, successor],
      ]),
    ).toEqual([14, 3, 14, 24]);
  expect(await exported(merged, [[4, await process(2, 1)]])).toEqual([16, 4, 16, 1]);
});

it('of the delays of event loops the longest counts', async () => {
  const metrics = await new Metrics(false).collect();
  const name = 'nodejs_eventloop_lag_p99_seconds';
  const delay = (value: number) =>
    metrics.map((metric) => (metric.name === name ? { ...metric, values: [{ value, labels: {} }] } : metric));
  const text = await prometheusText([delay(1), delay(3)]);
  expect(text).toContain(`\n${name} 3\n`);
});

it('a process that does not answer counts with its last answer, and not at all before the first', async () => {
  const merged = new MergedMetrics();
  expect(await exported(merged, [[1, await process(5, 10)]])).toEqual([5, 1, 5, 10]);
  expect(
    await exported(merged, [
      [1, undefined],
      [2, undefined],
    ]),
  ).toEqual([5, 1, 5, 10]);
});
