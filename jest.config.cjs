const compiled = (parser) => ({
  jsc: {
    target: 'es2022',
    parser,
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: true,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
});

/**
 * The first tier: `npm test`. The two others are the folders test/integration and test/system.
 * @type {import('jest').Config}
 */
module.exports = {
  testEnvironment: 'node',
  // Packages that publish ES modules only are found under `module-sync`, as Node 20.19 finds them.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', 'module-sync'] },
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(integration|system)/'],
  // No test is meant to come near: a test that hangs ends the run.
  testTimeout: 60_000,
  maxWorkers: 2,
  // How often each property runs: test/properties.ts.
  globals: { PROPERTY_RUNS: 25 },
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
  transform: {
    '^.+\\.(t|j|mj)s$': ['@swc/jest', compiled({ syntax: 'typescript', decorators: true })],
    '^.+\\.tsx$': ['@swc/jest', compiled({ syntax: 'typescript', tsx: true })],
  },
  // These are published as ES modules only: swc turns them into CommonJS for Jest.
  transformIgnorePatterns: [
    '/node_modules/(?!(@noble|@scure|@xrplf|ripple-[a-z-]+|xrpl|jose|openid-client|oauth4webapi|multiformats|preact|uuid|re2js|canonicalize|async-function|async-generator-function|generator-function)/)',
  ],
};
