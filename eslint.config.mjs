import tseslint from 'typescript-eslint';

const nondeterminism = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Take the time from the Clock port.',
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the time from the Clock port.' },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Take chance from the Ids port.',
  },
  { selector: "CallExpression[callee.name='Number']", message: 'Money is bigint; Number() loses units.' },
  { selector: "CallExpression[callee.name='parseFloat']", message: 'Money is bigint; floats lose units.' },
  { selector: 'CallExpression[callee.property.name=/^random/]', message: 'Take chance from the Ids port.' },
  { selector: 'ClassDeclaration', message: 'The core has no classes.' },
  { selector: 'SwitchCase[test=null]', message: 'No default: the compiler then names the missing case.' },
];

export default tseslint.config(
  {
    ignores: [
      'dist',
      'src/http/generated',
      'packages/client/src/generated',
      'packages/client/dist',
      'coverage',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      'max-lines': ['error', 250],
      'max-lines-per-function': ['error', { max: 50, skipComments: true }],
      'max-params': ['error', 4],
      'no-restricted-syntax': [
        'error',
        {
          selector: "Property[key.name='expectedRevision'][value.value='any']",
          message: 'Appends name the exact revision.',
        },
        { selector: "Identifier[name='ANY']", message: 'Appends name the exact revision.' },
      ],
    },
  },
  {
    files: ['aggregates/**/*.ts', 'commands/**/*.ts', 'projections/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...nondeterminism],
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
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);
