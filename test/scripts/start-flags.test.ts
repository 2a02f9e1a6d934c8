import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../infra/project-root';

const { scripts } = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<'start' | 'api', string>>;
};

const flagsOf = (script: string): readonly string[] => script.split(' ').filter((word) => word.startsWith('--'));

/**
 * Keeps 54 MB; all that it makes beside them outlives the collections of the young heap, and is then dropped. How much
 * there was at most counts from the middle on: a program that has just begun is given more.
 */
const CHURN = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const list = (n) => new Array(100).fill(n);
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
  const kept = Array.from({ length: 70_000 }, (_, n) => list(n));
  let most = 0;
  for (let n = 0; n < 700_000; n += 1) {
    kept[n % 60_000] = list(n);
    if (n > 350_000 && n % 1_000 === 0) most = Math.max(most, oldBytes());
  }
  console.log(JSON.stringify({ kept: kept.length, megabytes: most / 2 ** 20 }));
`;
const CHURNED_AT_MOST_MB = 180;

test('collects the garbage of a burst before the heap triples', () => {
  const flags = flagsOf(scripts.start);
  const said = execFileSync(process.execPath, [...flags, '-e', CHURN], { encoding: 'utf8' });
  const { megabytes } = JSON.parse(said) as { readonly megabytes: number };
  expect(megabytes).toBeGreaterThan(54);
  expect(megabytes).toBeLessThan(CHURNED_AT_MOST_MB);
});
