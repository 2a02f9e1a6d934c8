import { deployFiles, parsed, read } from './files';

/** Metrics of lastro (`infra/metrics`), histograms without their endings. */
const METRICS = [
  'lastro_http_requests_total',
  'lastro_http_request_duration_seconds',
  'lastro_commands_total',
  'lastro_append_duration_seconds',
  'lastro_projection_lag_seconds',
  'lastro_parked_streams',
  'lastro_network_head_height',
  'lastro_network_final_height',
  'lastro_network_cursor_height',
  'lastro_network_last_look_age_seconds',
  'lastro_network_errors_total',
  'lastro_payouts',
  'lastro_payouts_oldest_age_seconds',
  'lastro_unmatched_deposits',
  'lastro_webhook_outbox_due',
  'lastro_webhook_outbox_oldest_age_seconds',
  'lastro_leases',
  'lastro_alerts_open',
  'lastro_scrape_errors_total',
  'lastro_event_store_up',
  'lastro_event_store_waiting_appends',
  'lastro_event_store_appends_total',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];

/** Names in an expression that are followed by no bracket of a call: metrics, but for labels within braces or after `by`. */
const metricsIn = (expression: string): readonly string[] =>
  expression
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\bby \([^)]*\)/g, '')
    .match(/\b(lastro|process|nodejs)_\w+/g) ?? [];

const nameOf = (metric: string): string => metric.replace(/_bucket$/, '');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const rules = (
  parsed('deploy/prometheus/rules.yml') as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
).groups.flatMap(({ rules: own }) => own);

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
const { panels } = JSON.parse(read('deploy/grafana/lastro.json')) as { readonly panels: readonly Panel[] };
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Innermost pairs go until none is left. */
const isBalanced = (text: string): boolean => {
  const brackets = text.replaceAll(/[^()[\]{}]/g, '');
  const less = brackets.replaceAll(/\(\)|\[\]|\{\}/g, '');
  return less === '' || (less !== brackets && isBalanced(less));
};

describe('the rules and the board', () => {
  test.each([...rules.map(({ expr }) => expr), ...expressions])('%s names what is exported', (expression) => {
    const used = metricsIn(expression).map(nameOf);
    expect(used.filter((name) => !METRICS.includes(name))).toEqual([]);
    if (!/\bup\b/.test(expression)) expect(used.length).toBeGreaterThan(0);
    expect(isBalanced(expression)).toBe(true);
  });

  test.each(rules)('$alert has a severity, and a line in docs/operations/metrics.md', (rule) => {
    expect(rule.alert).toMatch(/^Lastro[A-Z]\w+$/);
    expect(rule.for).toMatch(/^\d+[smh]$/);
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary.length).toBeGreaterThan(10);
    expect(rule.annotations.runbook).toBe('docs/operations/metrics.md#rules-of-prometheus');
    expect(read('docs/operations/metrics.md')).toMatch(
      new RegExp(`^\\| \`${rule.alert}\` \\| \\S.+ \\| \\S.+ \\|$`, 'm'),
    );
  });
});

test.each(deployFiles('.yml', '.yaml').filter((file) => !file.includes('/templates/')))('%s parses', (file) => {
  expect(parsed(file)).toBeInstanceOf(Object);
});

test.each(deployFiles('.json'))('%s parses', (file) => expect(JSON.parse(read(file))).toBeInstanceOf(Object));
