// Every rule: strictTypeChecked of typescript-eslint, its types by the native compiler, and the project's own.
import tseslint from 'typescript-eslint';

/** Rules of typescript-eslint that oxlint has as rules of plain JavaScript. */
const PLAIN = new Set(['no-array-constructor', 'no-unused-expressions', 'no-unused-vars', 'no-useless-constructor']);
/** oxlint does not have it. */
const MISSING = '@typescript-eslint/no-unsafe-class-instance-assignment';

const nameOf = (rule) => {
  const name = rule.replace('@typescript-eslint/', '');
  return name === rule || PLAIN.has(name) ? name : `typescript/${name}`;
};

const strictTypeChecked = Object.fromEntries(
  tseslint.configs.strictTypeChecked
    .flatMap(({ rules = {} }) => Object.entries(rules))
    .filter(([rule, setting]) => rule !== MISSING && setting !== 'off')
    .map(([rule, setting]) => [nameOf(rule), setting]),
);

const message = 'A test of the first tier awaits an event or drives the manual clock.';
const timers = ['setTimeout', 'setInterval'];
const timerModules = ['timers', 'node:timers', 'timers/promises', 'node:timers/promises'];
const noWallClock = {
  'no-restricted-globals': ['error', ...timers.map((name) => ({ name, message }))],
  'no-restricted-imports': [
    'error',
    { paths: timerModules.map((name) => ({ name, importNames: ['default', ...timers], message })) },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message },
    { object: 'performance', property: 'now', message },
    ...timers.map((property) => ({ object: 'globalThis', property, message })),
  ],
};
const off = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'off']));

const misused = { 'typescript/no-misused-promises': ['error', { checksVoidReturn: false }] };
const promises = { 'typescript/no-floating-promises': 'error', 'typescript/await-thenable': 'error', ...misused };
const typed = Object.fromEntries(Object.entries(strictTypeChecked).filter(([rule]) => rule.startsWith('typescript/')));

export default {
  plugins: ['typescript'],
  jsPlugins: ['./scripts/core-rules.mjs'],
  categories: { correctness: 'off' },
  ignorePatterns: ['dist', '**/generated', 'packages/*/dist', 'coverage', 'examples', '**/*.cjs', '**/*.mjs'],
  rules: {
    ...strictTypeChecked,
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    'typescript/no-non-null-assertion': 'off',
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true }],
    'no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/require-await': 'off',
    ...misused,
    'max-lines': ['error', 250],
    'max-lines-per-function': ['error', { max: 50, skipComments: true }],
    'max-params': ['error', 4],
    'core/exact-revision': 'error',
  },
  overrides: [
    {
      files: ['aggregates/**/*.ts', 'commands/**/*.ts', 'projections/**/*.ts'],
      rules: {
        'core/deterministic': 'error',
        'no-restricted-globals': [
          'error',
          'process',
          'fetch',
          'console',
          'setTimeout',
          'setInterval',
          'setImmediate',
          'crypto',
          'performance',
        ],
      },
    },
    // Types are costly to find: of the rules that need them, tests and benchmarks keep those on promises.
    { files: ['test/**/*.ts', 'bench/**/*.ts'], rules: { ...off(typed), ...promises, 'core/exact-revision': 'off' } },
    { files: ['test/**/*.ts'], rules: { 'max-lines-per-function': 'off', ...noWallClock } },
    { files: ['test/integration/**/*.ts', 'test/system/**/*.ts'], rules: off(noWallClock) },
  ],
};
