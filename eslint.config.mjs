// The rules on syntax, which oxlint does not have: it has all the others (oxlint.config.mjs).
import tseslint from 'typescript-eslint';

const exactRevisions = [
  {
    selector: "Property[key.name='expectedRevision'][value.value='any']",
    message: 'Appends name the exact revision.',
  },
  { selector: "Identifier[name='ANY']", message: 'Appends name the exact revision.' },
];

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
  { ignores: ['dist', '**/generated', 'packages/client/dist', 'coverage', '**/*.cjs', '**/*.mjs'] },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: { 'no-restricted-syntax': ['error', ...exactRevisions] },
  },
  {
    files: ['aggregates/**/*.ts', 'commands/**/*.ts', 'projections/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...exactRevisions, ...nondeterminism] },
  },
);
