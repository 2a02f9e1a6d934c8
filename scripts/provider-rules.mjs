// npm run provider-rules: runs the contract suites of the providers and prints a table of rules and adapters for each port.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = ['--config', 'jest.integration.cjs', 'infra/providers/.*(contract|charg|sandbox-bank)'];
const SUITE = /^the (\w+) provider (.+)$/;
const WORDS = { passed: 'yes', failed: 'FAILED', pending: 'not asked' };

const runSuites = (folder) => {
  const results = join(folder, 'results.json');
  const program = ['node_modules/jest/bin/jest.js', ...CONFIG, '--silent', '--json', '--outputFile', results];
  const { status } = spawnSync(process.execPath, program, { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exitCode = status;
  return JSON.parse(readFileSync(results, 'utf8')).testResults.flatMap(({ assertionResults }) => assertionResults);
};

const verdictsOf = (tests) =>
  tests.flatMap(({ ancestorTitles: [suite = ''], title: rule, status }) => {
    const [, port, adapter] = SUITE.exec(suite) ?? [];
    return port === undefined ? [] : [{ port, adapter, rule, said: WORDS[status] ?? status }];
  });

const distinct = (verdicts, field) => [...new Set(verdicts.map((verdict) => verdict[field]))];

const tableOf = (port, verdicts) => {
  const adapters = distinct(verdicts, 'adapter').toSorted();
  const said = (rule, adapter) => verdicts.find((one) => one.rule === rule && one.adapter === adapter)?.said ?? '';
  const lines = [
    ['rule', ...adapters],
    ['---', ...adapters.map(() => '---')],
    ...distinct(verdicts, 'rule').map((rule) => [rule, ...adapters.map((adapter) => said(rule, adapter))]),
  ];
  return `## ${port} providers\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
};

const folder = mkdtempSync(join(tmpdir(), 'provider-rules-'));
try {
  const verdicts = verdictsOf(runSuites(folder));
  for (const port of distinct(verdicts, 'port')) {
    console.log(
      tableOf(
        port,
        verdicts.filter((verdict) => verdict.port === port),
      ),
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
