const fs = require('node:fs');
const path = require('node:path');
const first = require('./jest.config.cjs');

const TESTS = path.join(__dirname, 'test');
const PROPERTIES = path.join(TESTS, 'properties.ts');

const importsOf = (file) =>
  [...fs.readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, target]) => `${path.resolve(path.dirname(file), target)}.ts`)
    .filter((target) => target.startsWith(TESTS) && fs.existsSync(target));

const statesLaws = (file, seen = new Set()) => {
  if (file === PROPERTIES) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((target) => statesLaws(target, seen));
};

const isOfFirstTier = (file) =>
  first.testPathIgnorePatterns.every((pattern) => !new RegExp(pattern.replace('<rootDir>', __dirname)).test(file));

/**
 * The laws of the first tier with 1,000 runs each: its suites that use test/properties.ts, themselves or through another file.
 * @type {import('jest').Config}
 */
module.exports = {
  ...first,
  testMatch: fs
    .readdirSync(TESTS, { recursive: true })
    .map((name) => path.join(TESTS, name))
    .filter((file) => file.endsWith('.test.ts') && isOfFirstTier(file) && statesLaws(file)),
  globals: { PROPERTY_RUNS: 1_000 },
  testTimeout: 360_000,
};
