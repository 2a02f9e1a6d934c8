/**
 * The second tier: infrastructure on PostgreSQL, Redis and anvil, and the slower suites of HTTP.
 * @type {import('jest').Config}
 */
module.exports = {
  ...require('./jest.config.cjs'),
  roots: ['<rootDir>/test/integration'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Many suites wait for servers: a third worker uses the idle time.
  maxWorkers: 3,
  testTimeout: 120_000,
  globals: { PROPERTY_RUNS: 100 },
};
