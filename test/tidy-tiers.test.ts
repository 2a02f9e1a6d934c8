import path from 'node:path';
import { filesIn, ROOT, read } from './tidy-files';

interface Tier {
  readonly roots: readonly string[];
  readonly testMatch: readonly string[];
  readonly testPathIgnorePatterns: readonly string[];
}

const TIERS = ['jest.config.cjs', 'jest.integration.cjs', 'jest.system.cjs'].map((name) => ({
  name,
  tier: jest.requireActual<Tier>(path.join(ROOT, name)),
}));

/** Suites without the examples, which are projects of their own. */
const suites = filesIn(['.'], '.test.ts').filter((file) => !file.startsWith('examples/'));

const placed = (pattern: string): string => pattern.replace('<rootDir>', ROOT);

const holds = ({ roots, testPathIgnorePatterns }: Tier, suite: string): boolean => {
  const file = path.join(ROOT, suite);
  const isBelow = roots.some((root) => file.startsWith(`${placed(root)}/`));
  return isBelow && !testPathIgnorePatterns.some((pattern) => new RegExp(placed(pattern)).test(file));
};

test('each tier takes every suite of its folders', () => {
  expect(TIERS.map(({ tier }) => tier.testMatch)).toEqual(TIERS.map(() => ['**/*.test.ts']));
  expect(TIERS.filter(({ tier }) => suites.filter((suite) => holds(tier, suite)).length < 5)).toEqual([]);
});

test('every suite is in exactly one tier', () => {
  const tiersOf = (suite: string) => TIERS.filter(({ tier }) => holds(tier, suite)).map(({ name }) => name);
  const misplaced = suites.map((suite) => [suite, ...tiersOf(suite)]).filter(({ length }) => length !== 2);
  expect(misplaced).toEqual([]);
});

test('a file that declares tests at its top level is a suite, or a suite imports it', () => {
  const imported = new Set(
    suites.flatMap((suite) =>
      [...read(suite).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, target = '']) =>
        path.posix.join(path.posix.dirname(suite), `${target}.ts`),
      ),
    ),
  );
  const declaring = filesIn(['test']).filter((file) => /^(test|it|describe)(\.\w+)*\(/m.test(read(file)));
  expect(declaring.length).toBeGreaterThan(100);
  expect(declaring.filter((file) => !file.endsWith('.test.ts') && !imported.has(file))).toEqual([]);
});

test('a property takes its runs from its tier', () => {
  // The pattern does not match this file.
  const outside = filesIn(['test']).filter((file) => /from '[f]ast-check'|numRuns: \d/.test(read(file)));
  expect(outside).toEqual(['test/properties.ts']);
});
