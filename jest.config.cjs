/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // Packages that publish ES modules only are found under `module-sync`, as Node 20.19 finds them.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', 'module-sync'] },
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Much of what is tested starts real servers and waits for them: with a worker a core, half of two cores is idle.
  testTimeout: 360_000,
  maxWorkers: 3,
  // What Jest keeps of each file makes a worker's collections take seconds, longer than a database may wait for an answer.
  workerIdleMemoryLimit: '400MB',
  testSequencer: '<rootDir>/test/sequencer.cjs',
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
  transform: {
    '^.+\\.(t|j|mj)s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // These are published as ES modules only: swc turns them into CommonJS for Jest.
  transformIgnorePatterns: [
    '/node_modules/(?!(@noble|@scure|@xrplf|ripple-[a-z-]+|xrpl|jose|multiformats|uuid|re2js|canonicalize|async-function|async-generator-function|generator-function)/)',
  ],
};
