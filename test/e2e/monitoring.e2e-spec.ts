import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Metrics, prometheusText } from '../../src/platform/metrics';
import { Exposition } from '../support/exposition';
import { readExpression, type Selector } from '../support/promql';
import { testApp } from '../support/start-test-app';

const ROOT = join(__dirname, '../..');
const RULES = 'operations/prometheus/alerts.yml';
const RULE_TESTS = 'operations/prometheus/alerts.test.yml';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const { panels } = JSON.parse(read('operations/grafana/fanclub.json')) as { panels: Panel[] };
const charts = panels.filter(({ type }) => type !== 'row');
const alerts = (parse(read(RULES)) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);

// The database itself takes the place of a replica: it is not one, so it is left out.
const t = testApp(() =>
  Promise.resolve({ METRICS_PORT: '0', DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:1/none' }),
);

let exposed: Exposition;
beforeAll(async () => {
  // A request of each pool, so that the series of pools and statements exist.
  await fetch(`${t.origin}/api/v1/events?key=none`);
  exposed = new Exposition(await prometheusText([await t.app.get(Metrics).collect()]));
});

/** Metrics of Prometheus itself, and labels that it adds to all metrics. */
const OF_PROMETHEUS = ['up'];
const TARGET_LABELS = ['instance', 'job'];

/** Have no sample without a real replica or a payment account, whose tests check them. */
const NEED_ROWS = ['fanclub_replica_lag_seconds', 'fanclub_payment_last_event_timestamp_seconds'];

/** What is wrong with a selector: a metric or label that the service does not expose, or a value that none of its labels has. */
function faultsOf({ metric, labels }: Selector, groupedBy: readonly string[]): string[] {
  if (OF_PROMETHEUS.includes(metric)) return [];
  if (NEED_ROWS.includes(metric) && exposed.declared.includes(metric)) return [];
  const samples = exposed.samples.filter(({ name }) => name === metric);
  if (samples.length === 0) return [`no metric ${metric}`];
  const wanted = [...labels, ...groupedBy.map((name) => ({ name, equals: null }))];
  return wanted
    .filter(({ name }) => !TARGET_LABELS.includes(name))
    .filter(({ name, equals }) =>
      equals === null
        ? !samples.every((sample) => name in sample.labels)
        : !samples.some((sample) => sample.labels[name] === equals),
    )
    .map(({ name, equals }) => `${metric} has no label ${name}${equals === null ? '' : `="${equals}"`}`);
}

function faultsIn(expr: string): string[] {
  const { selectors, groupedBy } = readExpression(expr);
  return selectors.flatMap((selector) => faultsOf(selector, groupedBy));
}

const expressions = [
  ...charts.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`the panel "${title}"`, expr])),
  ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, expr]),
];

describe('the dashboard and the alerts', () => {
  it('use only metrics, labels and label values that a running service exposes', () => {
    expect(expressions.length).toBeGreaterThan(70);
    const faults = expressions.flatMap(([where, expr]) =>
      faultsIn(expr).map((fault) => `${where}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('would fail for a metric, label or value that does not exist, and for a mistake in the language', () => {
    expect(faultsIn('sum(rate(fanclub_nothing_total[5m]))')).toEqual(['no metric fanclub_nothing_total']);
    expect(faultsIn('fanclub_http_requests_total{outcome="bad"}')).toEqual([
      'fanclub_http_requests_total has no label outcome="bad"',
    ]);
    expect(faultsIn('sum by (club) (fanclub_sessions)')).toEqual(['fanclub_sessions has no label club']);
    expect(() => faultsIn('sum(rate(')).toThrow('Not PromQL');
  });

  it('show every metric of the service in a panel', () => {
    const shown = charts.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric)),
    );
    const own = exposed.declared.filter((name) => name.startsWith('fanclub_'));
    expect(own.filter((name) => !shown.some((metric) => metric.startsWith(name)))).toEqual([]);
  });
});

describe('every panel', () => {
  it('has a title and a legend for each label that separates its lines', () => {
    const nameless = charts.filter(({ title }) => title === '');
    expect(nameless).toEqual([]);
    for (const { title, targets = [] } of charts) {
      expect([title, targets.length]).not.toEqual([title, 0]);
      for (const { expr, legendFormat } of targets) {
        // The outermost group separates the lines.
        const [, group = ''] = /by \(([^)]*)\)/.exec(expr) ?? [];
        const shown = group.split(', ').filter((label) => label !== '' && label !== 'le');
        for (const label of shown)
          expect([title, legendFormat]).toEqual([title, expect.stringContaining(`{{${label}}}`)]);
      }
    }
  });
});

describe('every alert', () => {
  it('has a severity, a summary, and a runbook that says what it means, where to look and what to do', () => {
    const page = read('docs/operations/alerts.md');
    const sections = new Map(
      page
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.split('\n', 1)[0].trim(), section] as const),
    );
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect(annotations.summary.length).toBeGreaterThan(20);
      expect(annotations.runbook_url).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
      const section = sections.get(alert) ?? '';
      for (const part of ['**Meaning.**', '**Look.**', '**Do.**'])
        expect([alert, section]).toEqual([alert, expect.stringContaining(part)]);
    }
    const known = new Set(alerts.map(({ alert }) => alert));
    expect([...sections.keys()].filter((name) => /^Fanclub/.test(name) && !known.has(name))).toEqual([]);
  });
});

describe('the page of the metrics', () => {
  it('lists every metric of the service, and no other', () => {
    const listed = [...read('docs/reference/metrics.md').matchAll(/^\| `(fanclub_\w+)`/gm)].map(
      ([, name]) => name,
    );
    const own = exposed.declared.filter((name) => name.startsWith('fanclub_'));
    expect(listed.sort()).toEqual([...own].sort());
  });
});

/** `promtool` of Debian's package `prometheus`; null if it is not installed. */
const promtool = spawnSync('promtool', ['--version']).error ? null : 'promtool';

describe(`promtool (${promtool ? 'installed' : 'not installed, so only our own checks above ran'})`, () => {
  const check = (...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', parameters, { cwd: ROOT, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };

  (promtool ? it : it.skip)('accepts the rules', () => {
    expect(check('check', 'rules', RULES)).toMatchObject({ status: 0 });
  });

  (promtool ? it : it.skip)('finds that the alerts are raised when they should be', () => {
    expect(check('test', 'rules', RULE_TESTS)).toMatchObject({ status: 0 });
  });
});
