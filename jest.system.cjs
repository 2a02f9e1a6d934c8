/**
 * The third tier: whole services, kills, storms and other machines' programs.
 * @type {import('jest').Config}
 */
module.exports = {
  ...require('./jest.integration.cjs'),
  roots: ['<rootDir>/test/system'],
  testTimeout: 360_000,
  globals: { PROPERTY_RUNS: 1_000 },
  // Jest keeps modules of each file. A large worker collects for seconds, longer than a database waits for an answer.
  workerIdleMemoryLimit: '400MB',
  testSequencer: '<rootDir>/test/sequencer.cjs',
};
